#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Checks the chart's recording rules, alerts and dashboards by promtool, that each alert is tested and explained, and that all are of
# metrics that exist. `rules.sh dashboards` writes the dashboards anew and ends.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."

rules=helm/eddy/files/rules
dashboards=helm/eddy/files/dashboards
if [[ ${1:-} == dashboards ]]; then
  rm -f "$dashboards"/*.json
  python3 scripts/ship/dashboards.py "$dashboards"
  exit
fi
promtool=$(scripts/ship/tools.sh prometheus)/promtool
schemas=$(scripts/ship/tools.sh schemas)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

covered() { PYTHONPATH=$schemas/python python3 scripts/ship/rules.py "$1"/*.yaml "$work/queries.yaml" -- "$1"/tests/*.yaml; }

# refused TEXT SED-SCRIPT FILE: a copy with this mistake in it is not accepted, and TEXT is said of it.
refused() {
  local said
  rm -rf "$work/rules"
  cp -r "$rules" "$work/rules"
  sed -i "$2" "$work/rules/$3"
  if said=$(covered "$work/rules"); then echo "rules: accepted with $2 in $3" >&2 && exit 1; fi
  [[ $said == *"$1"* ]] || { echo "rules: nothing about '$1' in: $said" >&2 && exit 1; }
}

mkdir "$work/dashboards"
python3 scripts/ship/dashboards.py "$work/dashboards"
diff -r "$work/dashboards" "$dashboards" || { echo "rules: dashboards are not those of dashboards.py: scripts/ship/rules.sh dashboards writes them" >&2 && exit 1; }
python3 scripts/ship/dashboards.py rules "$dashboards" >"$work/queries.yaml"

"$promtool" check rules "$rules"/*.yaml "$work/queries.yaml"
"$promtool" test rules "$rules"/tests/*.yaml
covered "$rules"
refused "no metric redis_upp" 's/redis_up /redis_upp /' alerts.yaml
refused "no entry eddyredisgone" 's/#eddyredisdown/#eddyredisgone/' alerts.yaml
refused "EddyRedisDown: no case fires" 's/alertname: EddyRedisDown/alertname: EddyRedisFull/' tests/servers.yaml
