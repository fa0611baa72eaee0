# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# shellcheck shell=bash disable=SC2154 # a part of chart.sh, whose variables it uses
# A control plane on loopback with kwok's fake nodes: what it accepts, and how a release is installed, changed, suspended and ended.

etcd=$(tool etcd)/etcd
binaries=$(tool kubernetes)
kwok=$(tool kwok)/kwok
mapfile -t ports < <(python3 -c '
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
print(*(one.getsockname()[1] for one in sockets), sep="\n")')
server=https://127.0.0.1:${ports[2]}
export KUBECONFIG=$work/kubeconfig
servers=()

# start NAME COMMAND...: a server whose log is NAME.log.
start() {
  "${@:2}" >"$work/$1.log" 2>&1 &
  servers+=($!)
}

stop() {
  local index
  for ((index = ${#servers[@]} - 1; index >= 0; index--)); do
    kill "${servers[index]}" 2>/dev/null || true
    wait "${servers[index]}" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

# until_true SECONDS COMMAND...
until_true() {
  local end=$((SECONDS + $1))
  until "${@:2}" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "not within $1 s: ${*:2}"$'\n'"$(tail -n 5 "$work"/*.log)"
    sleep 0.2
  done
}

kubectl() { "$binaries/kubectl" "$@"; }

openssl genrsa -out "$work/account.key" 2048 2>/dev/null
openssl rsa -in "$work/account.key" -pubout -out "$work/account.pub" 2>/dev/null
token=$(openssl rand -hex 16)
(umask 077 && echo "$token,admin,admin,system:masters" >"$work/tokens.csv")
cat >"$KUBECONFIG" <<END_OF_CONFIG
apiVersion: v1
kind: Config
clusters: [{name: chart, cluster: {server: "$server", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: $token}}]
contexts: [{name: chart, context: {cluster: chart, user: admin, namespace: eddy}}]
current-context: chart
END_OF_CONFIG

client=http://127.0.0.1:${ports[0]} peer=http://127.0.0.1:${ports[1]}
start etcd "$etcd" --data-dir "$work/etcd" --listen-client-urls "$client" --advertise-client-urls "$client" \
  --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "default=$peer" --unsafe-no-fsync
# Nothing takes the taint of a new node away here, and Debian's etcd cannot tell how far a watch has come.
start apiserver "$binaries/kube-apiserver" --etcd-servers="$client" --bind-address=127.0.0.1 --advertise-address=127.0.0.1 \
  --secure-port="${ports[2]}" --cert-dir="$work/certificates" --token-auth-file="$work/tokens.csv" --authorization-mode=RBAC \
  --service-account-key-file="$work/account.pub" --service-account-signing-key-file="$work/account.key" \
  --service-account-issuer=https://kubernetes.default.svc --service-cluster-ip-range=10.0.0.0/24 --endpoint-reconciler-type=none \
  --disable-admission-plugins=TaintNodesByCondition --feature-gates=WatchList=false
until_true 120 kubectl get --raw /readyz
start controllers "$binaries/kube-controller-manager" --kubeconfig="$KUBECONFIG" --leader-elect=false --secure-port=0 \
  --service-account-private-key-file="$work/account.key" --controllers=deployment,replicaset,disruption,garbagecollector,namespace,serviceaccount,persistentvolume-binder,endpointslice
start scheduler "$binaries/kube-scheduler" --kubeconfig="$KUBECONFIG" --leader-elect=false --secure-port=0
start kwok "$kwok" --kubeconfig="$KUBECONFIG" --manage-all-nodes=true --node-ip=127.0.0.1

kubectl apply --server-side -f "$crds" >/dev/null
kubectl wait --for=condition=Established --timeout=60s crd --all >/dev/null
kubectl apply -f - >/dev/null <<'END_OF_CLUSTER'
apiVersion: v1
kind: Namespace
metadata:
  name: eddy
  labels: {pod-security.kubernetes.io/enforce: restricted, pod-security.kubernetes.io/warn: restricted}
---
apiVersion: v1
kind: Node
metadata: {name: node, labels: {kubernetes.io/os: linux}}
status:
  capacity: &capacity {cpu: "32", memory: 256Gi, pods: "110", nvidia.com/gpu: "8"}
  allocatable: *capacity
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: shared}
provisioner: kubernetes.io/no-provisioner
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: state}
spec: {storageClassName: shared, capacity: {storage: 20Gi}, accessModes: [ReadWriteMany], hostPath: {path: /state}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: weights}
spec: {storageClassName: shared, capacity: {storage: 20Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /weights}}
END_OF_CLUSTER
until_true 60 kubectl get serviceaccount default

say "server-side dry run of ${#cases[@]} value files, under the restricted pod security standard"
# A template that the standard forbids is a warning of the server, a pod an error.
accepted() { kubectl apply --server-side --dry-run=server --validate=strict --warnings-as-errors -f "$1"; }
kubectl create serviceaccount flink >/dev/null
for case in "${cases[@]}"; do
  grep -q . < <(grep -v '^$' "$work/$case.yaml") || continue
  accepted "$work/$case.yaml" >/dev/null
  python3 scripts/ship/rendered.py pods "$work/$case.yaml" | sed 's/serviceAccountName: .*/serviceAccountName: flink/' >"$work/$case-pods.yaml"
  accepted "$work/$case-pods.yaml" >/dev/null
done
broken() { sed "$1" "$work/$2" >"$work/broken.yaml" && accepted "$work/broken.yaml"; }
refused '.spec.job.upgradMode: field not declared in schema' broken 's/upgradeMode:/upgradMode:/' minimal.yaml
refused 'Unsupported value: "sometimes"' broken 's/upgradeMode: .*/upgradeMode: sometimes/' minimal.yaml
refused 'violate PodSecurity "restricted' broken 's/runAsNonRoot: true/runAsNonRoot: false/' minimal.yaml
refused 'violates PodSecurity "restricted' broken 's/allowPrivilegeEscalation: false/allowPrivilegeEscalation: true/' minimal-pods.yaml

say "a release on fake nodes: install, change, failure, rollback, suspension, uninstall"
# Everything in the namespace that a release could leave, as kind/name.
inventory() {
  local kinds
  kinds=$(kubectl api-resources --verbs=list --namespaced -o name | grep -vE '^(events|endpointslices|endpoints|podmetrics)' | paste -sd,)
  kubectl get "$kinds" --ignore-not-found -o name | sort
}
release() { "$helm" upgrade --install eddy "$chart" -n eddy -f "$chart/ci/air-gapped-values.yaml" --wait --timeout "${timeout:-120s}" "$@" >/dev/null || unready; }
unready() { kubectl get pods,persistentvolumeclaims -o wide && kubectl get events --sort-by=.lastTimestamp && tail -n 5 "$work"/*.log && return 1; }
# is TEXT KIND NAME PATH: whether that is what stands there.
is() {
  local there
  there=$(kubectl get "$2" "$3" -o "jsonpath={$4}")
  [[ $there == "$1" ]] || fail "$2 $3 has '$there' as $4 in place of '$1'"
}
interval='.spec.flinkConfiguration.execution\.checkpointing\.interval'

inventory >"$work/before"
release
is 1 deployment eddy-console .status.readyReplicas
is 1 deployment eddy-policy-0 .status.readyReplicas
is Bound persistentvolumeclaim eddy-state .status.phase
is 10s flinkdeployment eddy-serve "$interval"
until_true 30 is 1 poddisruptionbudget eddy-console .status.currentHealthy

release --set console.replicas=2 --set flink.checkpoints.interval=20s
is 2 deployment eddy-console .status.readyReplicas
is 20s flinkdeployment eddy-serve "$interval"
# No node has as many cores: what cannot run does not count as installed.
timeout=10s refused 'Insufficient cpu' release --set console.resources.requests.cpu=1000

"$helm" rollback eddy 1 -n eddy --wait --timeout 120s >/dev/null
is 1 deployment eddy-console .status.readyReplicas
is 10s flinkdeployment eddy-serve "$interval"

release --set flink.state=suspended
for job in serve reward train eval; do
  is suspended flinkdeployment "eddy-$job" .spec.job.state
  is savepoint flinkdeployment "eddy-$job" .spec.job.upgradeMode
done

"$helm" uninstall eddy -n eddy --wait --timeout 120s >/dev/null
{
  cat "$work/before"
  sed -nE 's|^([a-z-]+): .*|kafkatopic.kafka.strimzi.io/eddy-\1|p' "$chart/files/topics.yaml"
  printf 'kafkauser.kafka.strimzi.io/eddy-%s\n' console jobs
  printf 'persistentvolumeclaim/eddy-%s\n' state weights
} | sort >"$work/kept"
[[ $(wc -l <"$work/kept") -gt $(($(wc -l <"$work/before") + 10)) ]] || fail "the topics of $chart/files/topics.yaml were not found"
left() { inventory | diff "$work/kept" -; }
until_true 30 left

# What was kept belongs to the next release of the same name.
release
is 1 deployment eddy-console .status.readyReplicas
