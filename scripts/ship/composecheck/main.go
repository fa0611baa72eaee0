// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Eddy authors

// composecheck loads a Compose file with Docker Compose's own loader, once with each combination of its profiles. It prints the
// services of each and fails where one does not load: an unknown key, a variable that is not set, a service that is not there.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/sirupsen/logrus"
)

func load(file string, profiles []string) (*types.Project, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithEnvFiles(), cli.WithDotEnv, cli.WithName("check"), cli.WithProfiles(profiles))
	if err != nil {
		return nil, err
	}
	// Compose warns of a variable that is not set and goes on without it.
	warnings := bytes.Buffer{}
	logrus.SetOutput(&warnings)
	project, err := options.LoadProject(context.Background())
	if err == nil && warnings.Len() > 0 {
		err = errors.New(warnings.String())
	}
	return project, err
}

func profilesOf(project *types.Project) []string {
	names := map[string]bool{}
	for _, service := range project.Services {
		for _, profile := range service.Profiles {
			names[profile] = true
		}
	}
	profiles := []string{}
	for name := range names {
		profiles = append(profiles, name)
	}
	sort.Strings(profiles)
	return profiles
}

// Ports stay on this machine, images are pinned, and what others wait for can tell that it is ready.
func check(project *types.Project) error {
	for name, service := range project.Services {
		image := service.Image[strings.LastIndex(service.Image, "/")+1:]
		if !strings.Contains(image, ":") || strings.HasSuffix(image, ":latest") {
			return fmt.Errorf("service %s has image %q, which no version pins", name, service.Image)
		}
		for _, port := range service.Ports {
			if port.HostIP != "127.0.0.1" {
				return fmt.Errorf("service %s publishes port %s beyond loopback", name, port.Published)
			}
		}
		for needed, dependency := range service.DependsOn {
			other, there := project.Services[needed]
			if there && dependency.Condition == types.ServiceConditionHealthy && other.HealthCheck == nil {
				return fmt.Errorf("service %s waits for %s to be healthy, which has no health check", name, needed)
			}
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: composecheck FILE")
		os.Exit(2)
	}
	file := os.Args[1]
	whole, err := load(file, []string{"*"})
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
		os.Exit(1)
	}
	profiles := profilesOf(whole)
	failed := 0
	for chosen := 0; chosen < 1<<len(profiles); chosen++ {
		some := []string{}
		for number, profile := range profiles {
			if chosen&(1<<number) != 0 {
				some = append(some, profile)
			}
		}
		project, err := load(file, some)
		if err == nil {
			err = check(project)
		}
		if err != nil {
			failed++
			fmt.Fprintf(os.Stderr, "%s with profiles %v: %v\n", file, some, err)
			continue
		}
		fmt.Printf("%s with profiles %v: %d services\n", file, some, len(project.Services))
	}
	if failed > 0 {
		os.Exit(1)
	}
}
