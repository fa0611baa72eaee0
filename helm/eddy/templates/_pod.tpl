{{- /*
SPDX-License-Identifier: Apache-2.0
Copyright 2026 the Eddy authors
*/ -}}
{{- /* What a component's pods have: a list of root and the component's values. */ -}}
{{- define "eddy.pods" -}}
{{- mergeOverwrite (deepCopy (index . 0).Values.pods) (index . 1).pods | toYaml -}}
{{- end -}}

{{- /* Restricted by the pod security standard, but for what pods merge into it. */ -}}
{{- define "eddy.podSecurity" -}}
{{- $base := dict "runAsNonRoot" true "runAsUser" 9999 "runAsGroup" 9999 "fsGroup" 9999 "fsGroupChangePolicy" "OnRootMismatch" "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- toYaml (mergeOverwrite $base .securityContext) -}}
{{- end -}}

{{- define "eddy.containerSecurity" -}}
{{- $base := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "runAsNonRoot" true "capabilities" (dict "drop" (list "ALL")) "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- toYaml (mergeOverwrite $base .containerSecurityContext) -}}
{{- end -}}

{{- /* Where pods go. */ -}}
{{- define "eddy.placement" -}}
{{- range $key := list "nodeSelector" "affinity" "tolerations" "topologySpreadConstraints" }}
{{- with index $ $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "eddy.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* The user of a component (jobs, console) on the broker. */ -}}
{{- define "eddy.kafkaUser" -}}
{{- $root := index . 0 -}}
{{- $own := printf "%s-%s" (include "eddy.fullname" $root) (index . 1) -}}
{{- $root.Values.kafka.strimzi.users.create | ternary $own (default $own $root.Values.kafka.sasl.username) -}}
{{- end -}}

{{- /* Secrets as files, by folder below /run/secrets/eddy: a list of root and component. */ -}}
{{- define "eddy.secrets" -}}
{{- $root := index . 0 -}}
{{- $kafka := $root.Values.kafka -}}
{{- $user := include "eddy.kafkaUser" . -}}
{{- $secrets := dict -}}
{{- if contains "SASL" $kafka.securityProtocol -}}
{{- $_ := set $secrets "kafka" (dict "name" (default $user $kafka.sasl.existingSecret) "items" (list (dict "key" $kafka.sasl.passwordKey "path" "password"))) -}}
{{- end -}}
{{- if contains "SSL" $kafka.securityProtocol -}}
{{- with default (empty $kafka.strimzi.cluster | ternary "" (printf "%s-cluster-ca-cert" $kafka.strimzi.cluster)) $kafka.tls.caSecret -}}
{{- $_ := set $secrets "kafka-ca" (dict "name" . "items" (list (dict "key" $kafka.tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- $own := and $kafka.strimzi.users.create (eq $kafka.strimzi.users.authentication "tls") | ternary $user "" -}}
{{- with default $own $kafka.tls.clientSecret -}}
{{- $_ := set $secrets "kafka-client" (dict "name" . "items" (list (dict "key" $kafka.tls.clientCertificateKey "path" "user.crt") (dict "key" $kafka.tls.clientKeyKey "path" "user.key"))) -}}
{{- end -}}
{{- end -}}
{{- if eq (index . 1) "jobs" -}}
{{- with $root.Values.redis -}}
{{- if .host -}}
{{- if .existingSecret -}}
{{- $_ := set $secrets "redis" (dict "name" .existingSecret "items" (list (dict "key" .passwordKey "path" "password"))) -}}
{{- end -}}
{{- if and .tls.enabled .tls.caSecret -}}
{{- $_ := set $secrets "redis-ca" (dict "name" .tls.caSecret "items" (list (dict "key" .tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $root.Values.milvus -}}
{{- if .existingSecret -}}
{{- $_ := set $secrets "milvus" (dict "name" .existingSecret "items" (list (dict "key" .tokenKey "path" "token"))) -}}
{{- end -}}
{{- if and .tls.enabled .tls.caSecret -}}
{{- $_ := set $secrets "milvus-ca" (dict "name" .tls.caSecret "items" (list (dict "key" .tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- end -}}
{{- with $root.Values.triton -}}
{{- if .caSecret -}}
{{- $_ := set $secrets "triton-ca" (dict "name" .caSecret "items" (list (dict "key" .caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if eq (index . 1) "train" -}}
{{- with $root.Values.triton.modelControl -}}
{{- if .existingSecret -}}
{{- $_ := set $secrets "triton" (dict "name" .existingSecret "items" (list (dict "key" .tokenKey "path" "token"))) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{- /* Volumes of a map of secrets. */ -}}
{{- define "eddy.secretVolumes" -}}
{{- range $folder, $secret := . }}
- name: secret-{{ $folder }}
  secret:
    secretName: {{ $secret.name }}
    defaultMode: 0440
    items:
      {{- toYaml $secret.items | nindent 6 }}
{{- end }}
{{- end -}}

{{- define "eddy.secretMounts" -}}
{{- range $folder, $secret := . }}
- name: secret-{{ $folder }}
  mountPath: /run/secrets/eddy/{{ $folder }}
  readOnly: true
{{- end }}
{{- end -}}

{{- /* Keys of the object store, which its client reads from the environment. */ -}}
{{- define "eddy.s3Environment" -}}
{{- $s3 := hasPrefix "s3" (include "eddy.storage" .) -}}
{{- with .Values.storage.s3 }}
{{- if and $s3 .existingSecret }}
- name: AWS_ACCESS_KEY_ID
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .accessKeyKey }}
- name: AWS_SECRET_ACCESS_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .secretKeyKey }}
{{- end }}
{{- end }}
{{- end -}}
