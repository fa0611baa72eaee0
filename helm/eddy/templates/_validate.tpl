{{- /*
SPDX-License-Identifier: Apache-2.0
Copyright 2026 the Eddy authors
*/ -}}
{{- /* All that is wrong with the values beyond their types, in one list. */ -}}
{{- define "eddy.validate" -}}
{{- $errors := list -}}
{{- $v := .Values -}}
{{- $jobs := include "eddy.jobs" . -}}
{{- $clients := or $jobs $v.console.enabled -}}
{{- /* Storage */ -}}
{{- $claim := include "eddy.storageClaim" . -}}
{{- if and $clients (not $claim) (not $v.storage.uri) -}}
{{- $errors = append $errors "storage.uri is not set: name a folder such as s3://bucket/eddy, or use storage.claim" -}}
{{- end -}}
{{- if and $claim $v.storage.uri -}}
{{- $errors = append $errors (printf "storage.uri is %s and storage.claim is used as well: leave one of them out" $v.storage.uri) -}}
{{- end -}}
{{- if and $v.storage.uri (not (regexMatch "^[a-z][a-z0-9]*://." $v.storage.uri)) -}}
{{- $errors = append $errors (printf "storage.uri is %s; expected a scheme and a path, such as s3://bucket/eddy" $v.storage.uri) -}}
{{- end -}}
{{- if and $v.storage.claim.create $v.storage.claim.existingClaim -}}
{{- $errors = append $errors (printf "storage.claim.create is true and storage.claim.existingClaim is %s: set one of them" $v.storage.claim.existingClaim) -}}
{{- end -}}
{{- if and $v.triton.weights.create $v.triton.weights.existingClaim -}}
{{- $errors = append $errors (printf "triton.weights.create is true and triton.weights.existingClaim is %s: set one of them" $v.triton.weights.existingClaim) -}}
{{- end -}}
{{- /* Kafka */ -}}
{{- $strimzi := $v.kafka.strimzi -}}
{{- $brokers := include "eddy.bootstrapServers" . -}}
{{- if and $clients (not $brokers) -}}
{{- $errors = append $errors "kafka.bootstrapServers is not set: name brokers as host:port, or kafka.strimzi.cluster" -}}
{{- end -}}
{{- range splitList "," $brokers | compact -}}
{{- if not (regexMatch "^[^:/ ]+:[0-9]{1,5}$" .) -}}
{{- $errors = append $errors (printf "kafka.bootstrapServers has %s; expected host:port" .) -}}
{{- end -}}
{{- end -}}
{{- if and (or $strimzi.topics.create $strimzi.users.create) (not $strimzi.cluster) -}}
{{- $errors = append $errors "kafka.strimzi.cluster is not set, but topics or users are to be created: name the Kafka resource that they belong to" -}}
{{- end -}}
{{- $foreign := and $strimzi.namespace (ne $strimzi.namespace .Release.Namespace) -}}
{{- if contains "SASL" $v.kafka.securityProtocol -}}
{{- if and (not $v.kafka.sasl.existingSecret) (or $foreign (not $strimzi.users.create)) -}}
{{- $errors = append $errors (printf "kafka.securityProtocol is %s, but kafka.sasl.existingSecret is not set: name the secret with the password" $v.kafka.securityProtocol) -}}
{{- end -}}
{{- if and $strimzi.users.create (eq $strimzi.users.authentication "tls") -}}
{{- $errors = append $errors (printf "kafka.strimzi.users.authentication is tls, but kafka.securityProtocol is %s: set it to SSL" $v.kafka.securityProtocol) -}}
{{- end -}}
{{- else if and $strimzi.users.create (eq $strimzi.users.authentication "scram-sha-512") -}}
{{- $errors = append $errors (printf "kafka.strimzi.users.authentication is scram-sha-512, but kafka.securityProtocol is %s: set it to SASL_SSL or SASL_PLAINTEXT" $v.kafka.securityProtocol) -}}
{{- end -}}
{{- /* Jobs */ -}}
{{- range $name := keys $v.jobs | sortAlpha -}}
{{- $job := include "eddy.job" (list $ $name) | fromYaml -}}
{{- if gt (int $job.parallelism) (int $v.flink.maxParallelism) -}}
{{- $errors = append $errors (printf "jobs.%s.parallelism is %v; at most flink.maxParallelism, which is %v" $name $job.parallelism $v.flink.maxParallelism) -}}
{{- end -}}
{{- with $job.autoscaler -}}
{{- if gt (int .minParallelism) (int .maxParallelism) -}}
{{- $errors = append $errors (printf "jobs.%s.autoscaler.minParallelism is %v; at most its maxParallelism, which is %v" $name .minParallelism .maxParallelism) -}}
{{- end -}}
{{- if gt (int .maxParallelism) (int $v.flink.maxParallelism) -}}
{{- $errors = append $errors (printf "jobs.%s.autoscaler.maxParallelism is %v; at most flink.maxParallelism, which is %v" $name .maxParallelism $v.flink.maxParallelism) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $options := dict "options" $v.options "job.options" $v.job.options -}}
{{- range $name, $job := $v.jobs }}{{ $_ := set $options (printf "jobs.%s.options" $name) (default dict $job.options) }}{{ end -}}
{{- range $where, $map := $options -}}
{{- range $key, $value := $map -}}
{{- if not (hasPrefix "eddy." $key) -}}
{{- $errors = append $errors (printf "%s has %s; options of jobs begin with eddy., others go to configuration" $where $key) -}}
{{- end -}}
{{- if and (regexMatch "(password|secret|token)$" $key) (not (contains "${" (toString $value))) -}}
{{- $errors = append $errors (printf "%s holds a secret in %s: mount it and name its file, or its variable" $where $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $serve := include "eddy.job" (list . "serve") | fromYaml -}}
{{- if and $serve.enabled (not $v.redis.host) (not (hasKey (merge $serve.options $v.options) "eddy.effect-journal.name")) -}}
{{- $errors = append $errors "redis.host is not set: name the Redis of the effect journal, or another journal in options as eddy.effect-journal.name" -}}
{{- end -}}
{{- $trace := include "eddy.job" (list . "trace") | fromYaml -}}
{{- if and $trace.enabled (not (hasKey (merge $trace.options $v.options) "eddy.traces.endpoint")) -}}
{{- $errors = append $errors "jobs.trace.enabled is true, but jobs.trace.options has no eddy.traces.endpoint: name the collector, such as http://collector:4318/v1/traces" -}}
{{- end -}}
{{- /* Servers */ -}}
{{- if and $v.milvus.create $v.milvus.endpoint -}}
{{- $errors = append $errors (printf "milvus.create is true and milvus.endpoint is %s: set one of them" $v.milvus.endpoint) -}}
{{- end -}}
{{- if and $v.milvus.existingSecret (not $v.milvus.tls.enabled) -}}
{{- $errors = append $errors (printf "milvus.existingSecret is %s, but milvus.tls.enabled is false: a token is sent over TLS alone" $v.milvus.existingSecret) -}}
{{- end -}}
{{- with $v.triton -}}
{{- if and .modelControl.existingSecret (not (or .tlsSecret .caSecret)) -}}
{{- $errors = append $errors (printf "triton.modelControl.existingSecret is %s, but neither triton.tlsSecret nor triton.caSecret is set: a token is sent over TLS alone" .modelControl.existingSecret) -}}
{{- end -}}
{{- range $pool := list "policy" "encoder" -}}
{{- $values := index $v.triton $pool -}}
{{- if and $values.enabled $values.endpoint -}}
{{- $errors = append $errors (printf "triton.%s.enabled is true and triton.%s.endpoint is %s: set one of them" $pool $pool $values.endpoint) -}}
{{- end -}}
{{- end -}}
{{- with .encoder.autoscaling -}}
{{- if .enabled -}}
{{- if not .prometheusAddress -}}
{{- $errors = append $errors "triton.encoder.autoscaling.prometheusAddress is not set: KEDA scales by what Prometheus says" -}}
{{- end -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- $errors = append $errors (printf "triton.encoder.autoscaling.minReplicas is %v; at most its maxReplicas, which is %v" .minReplicas .maxReplicas) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.console.enabled (not $v.console.existingSecret) -}}
{{- $errors = append $errors "console.existingSecret is not set: name the secret with the token that readers of the page present" -}}
{{- end -}}
{{- if $errors -}}
{{- fail (printf "\n\nThe values cannot be used:\n  - %s\n" (join "\n  - " $errors)) -}}
{{- end -}}
{{- end -}}
