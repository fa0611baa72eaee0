#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""What a rendered chart says: rendered.py settings SETTINGS.md FILE..., rendered.py pods FILE

settings fails on options of jobs and settings of the console that the settings page does not have; pods prints a Pod of each
FlinkDeployment, as the operator would make it of the template, for a server to judge, since it judges nothing inside of a template.
"""
import re
import sys

import yaml


def resources(file):
    with open(file) as text:
        return [one for one in yaml.load_all(text, Loader=yaml.CSafeLoader) if one]


def settings(page, files):
    with open(page) as text:
        known = set(re.findall(r"^\| `([^`]+)` \|", text.read(), re.M))
    # What begins with one of these is named by others: implementations, Kafka's clients, Flink's file systems.
    free = tuple(f"{one}." for one in known if re.search(r"(settings|\.client|^file-systems)$", one))
    faults = set()
    for file in files:
        for one in resources(file):
            keys = []
            if one["kind"] == "FlinkDeployment":
                keys = [key for key in one["spec"]["flinkConfiguration"] if key.startswith("eddy.")]
            elif one["kind"] == "ConfigMap" and "eddy.yaml" in one["data"]:
                keys = yaml.safe_load(one["data"]["eddy.yaml"])
            faults |= {f"{file}: {one['metadata']['name']} has {key}" for key in keys if key not in known and not key.startswith(free)}
    if faults:
        sys.exit("not in " + page + ":\n" + "\n".join(sorted(faults)))


def pods(file):
    for one in resources(file):
        if one["kind"] == "FlinkDeployment":
            pod = one["spec"]["podTemplate"]
            pod |= {"apiVersion": "v1", "kind": "Pod"}
            pod["metadata"] |= {"name": one["metadata"]["name"], "namespace": one["metadata"]["namespace"]}
            pod["spec"]["containers"][0]["image"] = one["spec"]["image"]
            pod["spec"]["serviceAccountName"] = one["spec"]["serviceAccount"]
            print("---\n" + yaml.safe_dump(pod))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["settings", page, *files] if files:
            settings(page, files)
        case ["pods", file]:
            pods(file)
        case _:
            sys.exit(__doc__)
