#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Checks the chart's recording rules and alerts by promtool, and that each alert is tested, explained and of metrics that exist.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."

rules=helm/eddy/files/rules
promtool=$(scripts/ship/tools.sh prometheus)/promtool
schemas=$(scripts/ship/tools.sh schemas)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

covered() { PYTHONPATH=$schemas/python python3 scripts/ship/rules.py "$1"/*.yaml -- "$1"/tests/*.yaml; }

# refused TEXT SED-SCRIPT FILE: a copy with this mistake in it is not accepted, and TEXT is said of it.
refused() {
  local said
  rm -rf "$work/rules"
  cp -r "$rules" "$work/rules"
  sed -i "$2" "$work/rules/$3"
  if said=$(covered "$work/rules"); then echo "rules: accepted with $2 in $3" >&2 && exit 1; fi
  [[ $said == *"$1"* ]] || { echo "rules: nothing about '$1' in: $said" >&2 && exit 1; }
}

"$promtool" check rules "$rules"/*.yaml
"$promtool" test rules "$rules"/tests/*.yaml
covered "$rules"
refused "no metric redis_upp" 's/redis_up /redis_upp /' alerts.yaml
refused "no entry eddyredisgone" 's/#eddyredisdown/#eddyredisgone/' alerts.yaml
refused "EddyRedisDown: no case fires" 's/alertname: EddyRedisDown/alertname: EddyRedisFull/' tests/servers.yaml
