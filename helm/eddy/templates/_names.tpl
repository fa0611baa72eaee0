{{- /*
SPDX-License-Identifier: Apache-2.0
Copyright 2026 the Eddy authors
*/ -}}
{{- define "eddy.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- (contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name)) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* What tells the pods of a component from others: a list of root and component. */ -}}
{{- define "eddy.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
{{- with index . 1 }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "eddy.labels" -}}
{{- $root := index . 0 -}}
{{ include "eddy.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: eddy
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* A list of root, an image's values, and whether it is one of Eddy's. */ -}}
{{- define "eddy.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- if and (index . 2) $root.Values.image.registry }}{{ trimSuffix "/" $root.Values.image.registry }}/{{ end -}}
{{- $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ default $root.Chart.AppVersion $image.tag }}{{ end -}}
{{- end -}}

{{- define "eddy.flinkServiceAccount" -}}
{{- default (.Values.flink.serviceAccount.create | ternary (printf "%s-flink" (include "eddy.fullname" .)) "flink") .Values.flink.serviceAccount.name -}}
{{- end -}}

{{- define "eddy.kafkaNamespace" -}}
{{- default .Release.Namespace .Values.kafka.strimzi.namespace -}}
{{- end -}}

{{- define "eddy.bootstrapServers" -}}
{{- $strimzi := .Values.kafka.strimzi -}}
{{- if .Values.kafka.bootstrapServers -}}
{{- .Values.kafka.bootstrapServers -}}
{{- else if $strimzi.cluster -}}
{{- printf "%s-kafka-bootstrap.%s.svc:%s" $strimzi.cluster (include "eddy.kafkaNamespace" .) (contains "SSL" .Values.kafka.securityProtocol | ternary "9093" "9092") -}}
{{- end -}}
{{- end -}}

{{- /* Where state, blobs and weights are. */ -}}
{{- define "eddy.storageClaim" -}}
{{- $claim := .Values.storage.claim -}}
{{- if $claim.existingClaim }}{{ $claim.existingClaim }}{{ else if $claim.create }}{{ include "eddy.fullname" . }}-state{{ end -}}
{{- end -}}

{{- define "eddy.storage" -}}
{{- if include "eddy.storageClaim" . }}file:///var/lib/eddy/state{{ else }}{{ trimSuffix "/" .Values.storage.uri }}{{ end -}}
{{- end -}}

{{- define "eddy.milvusEndpoint" -}}
{{- if .Values.milvus.create }}{{ include "eddy.fullname" . }}-milvus.{{ .Release.Namespace }}.svc:19530{{ else }}{{ .Values.milvus.endpoint }}{{ end -}}
{{- end -}}

{{- define "eddy.policyEndpoint" -}}
{{- if .Values.triton.policy.enabled -}}
{{- $servers := list -}}
{{- range until (int .Values.triton.policy.servers) -}}
{{- $servers = append $servers (printf "%s-policy-%d.%s.svc:8001" (include "eddy.fullname" $) . $.Release.Namespace) -}}
{{- end -}}
{{- join "," $servers -}}
{{- else }}{{ .Values.triton.policy.endpoint }}{{ end -}}
{{- end -}}

{{- define "eddy.encoderEndpoint" -}}
{{- if .Values.triton.encoder.enabled }}{{ include "eddy.fullname" . }}-encoder.{{ .Release.Namespace }}.svc:8001{{ else }}{{ .Values.triton.encoder.endpoint }}{{ end -}}
{{- end -}}

{{- /* What a job has: a list of root and the job's name. */ -}}
{{- define "eddy.job" -}}
{{- mergeOverwrite (deepCopy (index . 0).Values.job) (index (index . 0).Values.jobs (index . 1)) | toYaml -}}
{{- end -}}

{{- /* Names of the jobs that run, with commas between. */ -}}
{{- define "eddy.jobs" -}}
{{- $names := list -}}
{{- range $name := keys .Values.jobs | sortAlpha }}{{ if (include "eddy.job" (list $ $name) | fromYaml).enabled }}{{ $names = append $names $name }}{{ end }}{{ end -}}
{{- join "," $names -}}
{{- end -}}

{{- /* Ports of addresses, host:port with commas between, as a JSON list of numbers. */ -}}
{{- define "eddy.ports" -}}
{{- $ports := list -}}
{{- range splitList "," . | compact -}}
{{- with regexFind "[0-9]+$" . }}{{ $ports = append $ports (int .) }}{{ end -}}
{{- end -}}
{{- uniq $ports | toJson -}}
{{- end -}}
