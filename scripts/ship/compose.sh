#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Loads docker/compose.yaml with Compose's own loader, once with every combination of its profiles, and makes sure that the
# loader refuses what is wrong.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."

folder=$(scripts/ship/tools.sh composecheck)
"$folder/composecheck" docker/compose.yaml

wrong=$(mktemp -d)
trap 'rm -rf "$wrong"' EXIT

# refuses NAME WHAT-IT-SAYS SED-SCRIPT: of a copy with this mistake in it.
refuses() {
  rm -rf "$wrong/docker"
  cp -r docker "$wrong/docker"
  sed -i "$3" "$wrong/docker/compose.yaml"
  if "$folder/composecheck" "$wrong/docker/compose.yaml" >"$wrong/log" 2>&1; then
    echo "$1 is not refused" >&2
    exit 1
  fi
  grep -q "$2" "$wrong/log" || { cat "$wrong/log" >&2 && echo "$1 is refused for another reason than '$2'" >&2 && exit 1; }
  echo "refused: $1"
}

refuses "an unknown key" "comand" '0,/command:/s//comand:/'
refuses "a variable that is not set" "NO_SUCH" 's/\${EDDY_TAG}/${NO_SUCH}/'
refuses "a service that is not there" "zookeeper" 's/  kafka: {condition/  zookeeper: {condition/'
refuses "a port beyond loopback" "beyond loopback" 's/"127.0.0.1:\${KAFKA_PORT}/"${KAFKA_PORT}/'
refuses "an image without a version" "no version" 's/:\${EDDY_TAG}//'
