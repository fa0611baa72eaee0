#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Builds the images on stand-ins for their bases, which need no registry, and runs them as a hardened deployment does.
# images.sh [lint|jars|build|bills|test...]; without arguments, all of them in this order. It needs root, Maven and Python; `list` alone
# writes docker/images.txt anew, which lint compares.
#
# Bills of materials land in target/images/bills.
# EDDY_IMAGES is the tag (dev). EDDY_MAVEN_ARGS is handed to Maven. Where SSL_CERT_FILE names the authorities that this machine
# trusts, builds trust them, too. What tests run on is scripts/services.sh's.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."

tag=${EDDY_IMAGES:-dev}
names=(flink console model-server)

tool() { scripts/ship/tools.sh "$1"; }

lint() {
  local hadolint
  hadolint=$(tool hadolint)/hadolint
  "$hadolint" docker/*/Dockerfile
  images | diff docker/images.txt - || {
    echo "docker/images.txt is not what docker/.env names; write it by: $0 list" >&2
    exit 1
  }
}

# All that is pulled from elsewhere, by docker/.env.
images() { sed -nE 's/^[A-Z0-9]+_(IMAGE|BASE)=//p' docker/.env | sort -u; }

# buildah and podman.
engine() {
  local containers
  containers=$(tool containers)
  export CONTAINERS_CONF=$containers/containers.conf
}

bills() {
  local name
  mkdir -p target/images/bills
  for name in "${names[@]}"; do
    scripts/ship/bill.py "localhost/eddy/$name:$tag" >"target/images/bills/$name.json"
    echo "$name: $(grep -c '"purl"' "target/images/bills/$name.json") components"
  done
}

# Offline Maven writes no bill and says nothing of it: that of an earlier build must not stand in.
jars() {
  local module
  rm -f {job-jar,console}/target/image/bom.json
  rm -rf console/target/image/lib
  # shellcheck disable=SC2086 # the arguments are words
  mvn -B -ntp -q ${EDDY_MAVEN_ARGS:-} package -DskipTests -Pimages
  for module in job-jar console; do
    [[ -s $module/target/image/bom.json ]] || {
      echo "$module/target/image/bom.json is missing: the CycloneDX plugin works online alone; leave --offline out of EDDY_MAVEN_ARGS" >&2
      exit 1
    }
  done
}

# one NAME BASE DOCKERFILE ARGUMENT...: in Docker's format, since OCI's has no health check.
one() {
  local name=$1 base=$2 file=$3 trust=()
  shift 3
  [[ -z ${SSL_CERT_FILE:-} ]] || trust=(--volume "$SSL_CERT_FILE:/etc/ssl/certs/ca-certificates.crt:ro")
  local began=$SECONDS
  buildah bud --quiet --isolation chroot --format docker --layers "${trust[@]}" --build-arg "BASE=$base" --file "docker/$file/Dockerfile" \
    --tag "localhost/eddy/$name:$tag" "$@" . >target/images/"$name.log" 2>&1 || {
    tail -40 target/images/"$name.log" >&2
    exit 1
  }
  echo "$name: $((SECONDS - began)) s, $(podman image inspect --format '{{.Size}}' "localhost/eddy/$name:$tag" | numfmt --to=iec)"
}

build() {
  local debian flink
  debian=$(tool debian)
  flink=$(tool flink)
  mkdir -p target/images
  cp --update "$flink"/*.tar.gz target/images/
  podman image exists localhost/debian:bookworm || podman import --quiet "$debian/debian.tar" localhost/debian:bookworm >/dev/null
  one base-jre localhost/debian:bookworm base-dev --target jre
  one base-flink localhost/debian:bookworm base-dev
  one flink "localhost/eddy/base-flink:$tag" flink
  one console "localhost/eddy/base-jre:$tag" console
  one model-server localhost/debian:bookworm model-server
}

test_() {
  # shellcheck disable=SC2086 # the arguments are words
  mvn -B -ntp -q ${EDDY_MAVEN_ARGS:-} verify -pl console -am -Preal-services -Dgroups=real-services -Deddy.images="$tag" \
    -Dtest=none -Dit.test=ImagesITCase -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
}

[[ $# -gt 0 ]] || set -- lint jars build bills test
for stage in "$@"; do
  began=$SECONDS
  case $stage in
    lint | jars) "$stage" ;;
    build | bills) engine && "$stage" ;;
    list) images >docker/images.txt ;;
    test) engine && test_ ;;
    *) echo "no stage '$stage'; there are lint, jars, build, bills, test and list" >&2 && exit 2 ;;
  esac
  echo "images: $stage took $((SECONDS - began)) s"
done
