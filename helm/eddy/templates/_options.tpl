{{- /*
SPDX-License-Identifier: Apache-2.0
Copyright 2026 the Eddy authors
*/ -}}
{{- /* Settings of Kafka's clients without the brokers: a list of root and component (jobs, console). */ -}}
{{- define "eddy.kafkaClient" -}}
{{- $root := index . 0 -}}
{{- $kafka := $root.Values.kafka -}}
{{- $user := include "eddy.kafkaUser" . -}}
{{- $secrets := include "eddy.secrets" . | fromYaml -}}
{{- $client := dict "security.protocol" $kafka.securityProtocol -}}
{{- if contains "SASL" $kafka.securityProtocol -}}
{{- $module := hasPrefix "SCRAM" $kafka.sasl.mechanism | ternary "scram.ScramLoginModule" "plain.PlainLoginModule" -}}
{{- $_ := set $client "sasl.mechanism" $kafka.sasl.mechanism -}}
{{- $_ := set $client "sasl.jaas.config" (printf "org.apache.kafka.common.security.%s required username=\"%s\" password=\"${directory:/run/secrets/eddy/kafka:password}\";" $module $user) -}}
{{- end -}}
{{- if hasKey $secrets "kafka-ca" -}}
{{- $_ := set $client "ssl.truststore.type" "PEM" -}}
{{- $_ := set $client "ssl.truststore.location" "/run/secrets/eddy/kafka-ca/ca.crt" -}}
{{- end -}}
{{- if hasKey $secrets "kafka-client" -}}
{{- $_ := set $client "ssl.keystore.type" "PEM" -}}
{{- $_ := set $client "ssl.keystore.certificate.chain" "${directory:/run/secrets/eddy/kafka-client:user.crt}" -}}
{{- $_ := set $client "ssl.keystore.key" "${directory:/run/secrets/eddy/kafka-client:user.key}" -}}
{{- end -}}
{{- toYaml (mergeOverwrite $client $kafka.client) -}}
{{- end -}}

{{- /* The jobs' options, eddy.…, from the values of the servers. */ -}}
{{- define "eddy.options" -}}
{{- $values := .Values -}}
{{- $storage := include "eddy.storage" . -}}
{{- $blobs := printf "%s/blobs" $storage -}}
{{- $policies := printf "%s/policies" $storage -}}
{{- $kafka := include "eddy.kafkaClient" (list . "jobs") | fromYaml -}}
{{- $_ := set $kafka "bootstrap.servers" (include "eddy.bootstrapServers" .) -}}
{{- $o := dict -}}
{{- range $key, $value := $kafka -}}
{{- $_ := set $o (printf "eddy.kafka.client.%s" $key) $value -}}
{{- $_ := set $o (printf "eddy.trajectory-reader.settings.kafka.%s" $key) $value -}}
{{- end -}}
{{- $_ := set $o "eddy.kafka.transaction-prefix" (default (include "eddy.fullname" .) $values.kafka.transactionPrefix) -}}
{{- $_ := set $o "eddy.kafka.transaction-timeout" $values.kafka.transactionTimeout -}}
{{- $_ := set $o "eddy.agents" (join ";" $values.agents.names) -}}
{{- $_ := set $o "eddy.policies" (join ";" (default $values.agents.names $values.agents.policies)) -}}
{{- $_ := set $o "eddy.blob-store.name" "file" -}}
{{- $_ := set $o "eddy.blob-store.settings.path" $blobs -}}
{{- if $values.storage.blobRetention }}{{ $_ := set $o "eddy.blob-store.retention" $values.storage.blobRetention }}{{ end -}}
{{- $_ := set $o "eddy.policy-store.name" "file" -}}
{{- $_ := set $o "eddy.policy-store.settings.path" $policies -}}
{{- $_ := set $o "eddy.trajectory-reader.name" "kafka" -}}
{{- $_ := set $o "eddy.trajectory-reader.settings.blobs" "file" -}}
{{- $_ := set $o "eddy.trajectory-reader.settings.blobs.path" $blobs -}}
{{- /* Redis */ -}}
{{- with $values.redis -}}
{{- if .host -}}
{{- range $port := list "effect-journal" "result-cache" -}}
{{- $s := printf "eddy.%s.settings." $port -}}
{{- $_ := set $o (printf "eddy.%s.name" $port) "redis" -}}
{{- $_ := set $o (print $s "host") $values.redis.host -}}
{{- $_ := set $o (print $s "port") (toString $values.redis.port) -}}
{{- $_ := set $o (print $s "ttl-seconds") (toString (int64 $values.redis.ttlSeconds)) -}}
{{- $_ := set $o (print $s "deadline-ms") (toString (int64 $values.redis.deadlineMs)) -}}
{{- $_ := set $o (print $s "prefix") (include "eddy.fullname" $) -}}
{{- if $values.redis.user }}{{ $_ := set $o (print $s "user") $values.redis.user }}{{ end -}}
{{- if $values.redis.existingSecret }}{{ $_ := set $o (print $s "password-file") "/run/secrets/eddy/redis/password" }}{{ end -}}
{{- if $values.redis.tls.enabled }}{{ $_ := set $o (print $s "tls") "true" }}{{ end -}}
{{- if and $values.redis.tls.enabled $values.redis.tls.caSecret }}{{ $_ := set $o (print $s "tls-authorities") "/run/secrets/eddy/redis-ca/ca.crt" }}{{ end -}}
{{- end -}}
{{- $_ := set $o "eddy.effect-journal.settings.required" (toString .required) -}}
{{- end -}}
{{- end -}}
{{- /* Milvus */ -}}
{{- with include "eddy.milvusEndpoint" . -}}
{{- range $port := $values.milvus.ports -}}
{{- $s := printf "eddy.%s.settings.vectors" $port -}}
{{- $_ := set $o $s "milvus" -}}
{{- $_ := set $o (print $s ".endpoint") (include "eddy.milvusEndpoint" $) -}}
{{- $_ := set $o (print $s ".prefix") $values.milvus.prefix -}}
{{- $_ := set $o (print $s ".index") $values.milvus.index -}}
{{- if $values.milvus.tls.enabled }}{{ $_ := set $o (print $s ".tls") "true" }}{{ end -}}
{{- if and $values.milvus.tls.enabled $values.milvus.tls.caSecret }}{{ $_ := set $o (print $s ".tls-authorities") "/run/secrets/eddy/milvus-ca/ca.crt" }}{{ end -}}
{{- if $values.milvus.existingSecret }}{{ $_ := set $o (print $s ".token-file") "/run/secrets/eddy/milvus/token" }}{{ end -}}
{{- end -}}
{{- end -}}
{{- /* Policies: the small ones compute their logits in the job or on a model server, language models are there alone. */ -}}
{{- $endpoint := include "eddy.policyEndpoint" . -}}
{{- $model := "eddy.policy-model.settings." -}}
{{- $_ := set $o (print $model "blobs") "file" -}}
{{- $_ := set $o (print $model "blobs.path") $blobs -}}
{{- if and $endpoint (eq $values.triton.policy.kind "model") -}}
{{- $_ := set $o "eddy.policy-model.name" "triton" -}}
{{- include "eddy.tritonClient" (list . $o $model $endpoint) -}}
{{- else -}}
{{- $_ := set $o "eddy.policy-model.name" "local" -}}
{{- $_ := set $o (print $model "policies") "file" -}}
{{- $_ := set $o (print $model "policies.path") $policies -}}
{{- if $endpoint -}}
{{- $_ := set $o (print $model "scorer") "triton" -}}
{{- include "eddy.tritonClient" (list . $o (print $model "scorer.") $endpoint) -}}
{{- end -}}
{{- $trainer := "eddy.policy-trainer.settings." -}}
{{- $_ := set $o "eddy.policy-trainer.name" "local" -}}
{{- $_ := set $o (print $trainer "blobs") "file" -}}
{{- $_ := set $o (print $trainer "blobs.path") $blobs -}}
{{- $_ := set $o (print $trainer "policies") "file" -}}
{{- $_ := set $o (print $trainer "policies.path") $policies -}}
{{- end -}}
{{- if $endpoint -}}
{{- $_ := set $o "eddy.policy-deployer.name" "triton" -}}
{{- include "eddy.tritonClient" (list . $o "eddy.policy-deployer.settings." $endpoint) -}}
{{- if $values.triton.modelControl.existingSecret -}}
{{- $_ := set $o "eddy.policy-deployer.settings.token-header" "triton-grpc-protocol-eddy" -}}
{{- $_ := set $o "eddy.policy-deployer.settings.token-file" "/run/secrets/eddy/triton/token" -}}
{{- end -}}
{{- end -}}
{{- with include "eddy.encoderEndpoint" . -}}
{{- $_ := set $o "eddy.encoder.name" "triton" -}}
{{- $_ := set $o "eddy.encoder.settings.model" $values.triton.encoder.model -}}
{{- include "eddy.tritonClient" (list $ $o "eddy.encoder.settings." .) -}}
{{- end -}}
{{- toYaml $o -}}
{{- end -}}

{{- /* Sets how a client of Triton reaches it: a list of root, options, what their keys begin with, and address. */ -}}
{{- define "eddy.tritonClient" -}}
{{- $triton := (index . 0).Values.triton -}}
{{- $_ := set (index . 1) (print (index . 2) "endpoint") (index . 3) -}}
{{- if or $triton.tlsSecret $triton.caSecret }}{{ $_ := set (index . 1) (print (index . 2) "tls") "true" }}{{ end -}}
{{- if $triton.caSecret }}{{ $_ := set (index . 1) (print (index . 2) "tls-authorities") "/run/secrets/eddy/triton-ca/ca.crt" }}{{ end -}}
{{- end -}}

{{- /* Flink's configuration of a job, its options included: a list of root and the job's name. */ -}}
{{- define "eddy.flinkConfiguration" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $job := include "eddy.job" . | fromYaml -}}
{{- $flink := $root.Values.flink -}}
{{- $folder := printf "%s/flink/%s" (include "eddy.storage" $root) $name -}}
{{- $c := dict
  "taskmanager.numberOfTaskSlots" (toString $job.slots)
  "pipeline.max-parallelism" (toString $flink.maxParallelism)
  "pipeline.auto-generate-uids" "false"
  "state.backend.type" "rocksdb"
  "execution.checkpointing.incremental" "true"
  "execution.checkpointing.interval" $flink.checkpoints.interval
  "execution.checkpointing.timeout" $flink.checkpoints.timeout
  "execution.checkpointing.min-pause" $flink.checkpoints.minPause
  "execution.checkpointing.tolerable-failed-checkpoints" (toString $flink.checkpoints.tolerableFailures)
  "execution.checkpointing.num-retained" (toString $flink.checkpoints.retained)
  "execution.checkpointing.externalized-checkpoint-retention" "RETAIN_ON_CANCELLATION"
  "execution.checkpointing.dir" (print $folder "/checkpoints")
  "execution.checkpointing.savepoint-dir" (print $folder "/savepoints")
  "high-availability.type" "kubernetes"
  "high-availability.storageDir" (print $folder "/ha")
  "restart-strategy.type" "exponential-delay"
  "jobmanager.scheduler" "adaptive"
  "kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age" $flink.checkpoints.maxAge
  "kubernetes.operator.savepoint.history.max.count" "5"
  "kubernetes.operator.savepoint.format.type" "CANONICAL"
  "taskmanager.rpc.port" "6122"
  "taskmanager.data.port" "6121"
  "metrics.internal.query-service.port" "6126"
  "metrics.reporters" "prom"
  "metrics.reporter.prom.factory.class" "org.apache.flink.metrics.prometheus.PrometheusReporterFactory"
  "metrics.reporter.prom.port" "9249"
  "io.tmp.dirs" "/tmp"
  "env.java.opts.all" "-Dorg.apache.avro.SERIALIZABLE_PACKAGES=dev.eddy.schemas"
-}}
{{- if hasPrefix "s3" (include "eddy.storage" $root) -}}
{{- with $root.Values.storage.s3 -}}
{{- if .endpoint }}{{ $_ := set $c "s3.endpoint" .endpoint }}{{ end -}}
{{- if .region }}{{ $_ := set $c "s3.region" .region }}{{ end -}}
{{- $_ := set $c "s3.path-style-access" (toString .pathStyleAccess) -}}
{{- end -}}
{{- end -}}
{{- with $job.autoscaler -}}
{{- $_ := set $c "job.autoscaler.enabled" (toString .enabled) -}}
{{- if .enabled -}}
{{- $_ := set $c "job.autoscaler.vertex.min-parallelism" (toString .minParallelism) -}}
{{- $_ := set $c "job.autoscaler.vertex.max-parallelism" (toString .maxParallelism) -}}
{{- $_ := set $c "job.autoscaler.utilization.target" (toString .targetUtilization) -}}
{{- end -}}
{{- end -}}
{{- $options := include "eddy.options" $root | fromYaml -}}
{{- if ne $name "train" }}{{ $options = omit $options "eddy.policy-deployer.settings.token-header" "eddy.policy-deployer.settings.token-file" }}{{ end -}}
{{- $c = mergeOverwrite $c $options $root.Values.options $job.options $flink.configuration $job.configuration -}}
{{- range $key := keys $c | sortAlpha }}
{{ $key }}: {{ index $c $key | toString | quote }}
{{- end }}
{{- end -}}
