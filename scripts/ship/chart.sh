#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
# Checks helm/eddy with real tools: lint, tests, wrong values, schemas, and a Kubernetes API server that it is installed on.
#
# EDDY_CRDS is the folder of the operators' CustomResourceDefinitions, by default shared/data/crds beside the project: without one what
# needs them is left out, and says so. EDDY_CACHE keeps the tools. `chart.sh readme` writes the chart's README anew and ends.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."

chart=helm/eddy
kubernetes=1.35.4
crds=${EDDY_CRDS:-../shared/data/crds}
cases=(minimal gpu external air-gapped everything-off)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HELM_CACHE_HOME=$work/helm HELM_CONFIG_HOME=$work/helm HELM_DATA_HOME=$work/helm

tool() { scripts/ship/tools.sh "$1"; }
say() { printf '== chart: %s (%d s)\n' "$*" $SECONDS; }
fail() { echo "chart: $*" >&2 && exit 1; }

# refused TEXT COMMAND...: the command has to fail and to say TEXT.
refused() {
  local text=$1 said
  shift
  if said=$("$@" 2>&1); then fail "was not refused: $*"; fi
  [[ $said == *"$text"* ]] || fail "was refused without a word of '$text': $*"$'\n'"$said"
}

# helm-docs' tables, of a copy since it writes beside what it reads.
readme() {
  cp -r "$chart" "$work/documented"
  "$docs/helm-docs" --log-level error --chart-search-root "$work/documented" --sort-values-order file
}

docs=$(tool helm-docs)
readme
if [[ ${1:-} == readme ]]; then
  cp "$work/documented/README.md" "$chart/README.md"
  exit
fi
cmp "$work/documented/README.md" "$chart/README.md" || fail "README.md is not that of values.yaml: scripts/ship/chart.sh readme writes it"

helm=$(tool helm)/helm
unittest=$(tool helm-unittest)/helm-unittest
kubeconform=$(tool kubeconform)/kubeconform
schemas=$(tool schemas)
export PYTHONPATH=$schemas/python

# template CASE ARGUMENT...
template() { "$helm" template eddy "$chart" -n eddy -f "$chart/ci/$1-values.yaml" --kube-version "$kubernetes" "${@:2}"; }

say "lint and templates of ${#cases[@]} value files"
for case in "${cases[@]}"; do
  "$helm" lint --quiet --strict "$chart" -f "$chart/ci/$case-values.yaml"
  template "$case" >"$work/$case.yaml"
done
[[ -z $(grep -v '^$' "$work/everything-off.yaml") ]] || fail "something is made with everything off: $work/everything-off.yaml"

say "options of jobs and settings of the console stand in docs/settings.md"
python3 scripts/ship/rendered.py settings docs/settings.md "$work"/*.yaml
sed 's/eddy.kafka.transaction-prefix/eddy.kafka.transactions-prefix/' "$work/minimal.yaml" >"$work/mistyped.yaml"
refused eddy.kafka.transactions-prefix python3 scripts/ship/rendered.py settings docs/settings.md "$work/mistyped.yaml"

say "unit tests"
"$unittest" --strict "$chart"

say "wrong values"
for wrong in "$chart"/ci/wrong/*.yaml; do
  mapfile -t expected < <(sed -n 's/^# expect: //p' "$wrong")
  [[ ${#expected[@]} -gt 0 ]] || fail "$wrong names nothing that is to be said"
  for text in "${expected[@]}"; do refused "$text" template minimal -f "$wrong"; done
done

say "schemas"
conform() {
  "$kubeconform" -strict -summary -kubernetes-version 1.35.0 "${missing[@]}" \
    -schema-location "$schemas/{{.NormalizedKubernetesVersion}}-standalone-strict/{{.ResourceKind}}{{.KindSuffix}}.json" \
    -schema-location "$work/crds/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json" "$@"
}
if [[ -d $crds ]]; then
  missing=()
  python3 scripts/ship/schemas.py crds "$work/crds" "$crds"/*.yaml
else
  missing=(-ignore-missing-schemas)
fi
for case in "${cases[@]}"; do conform "$work/$case.yaml"; done
sed 's/^  replicas:/  replica:/' "$work/minimal.yaml" >"$work/mistyped.yaml"
refused "additional properties 'replica' not allowed" conform "$work/mistyped.yaml"
if [[ ! -d $crds ]]; then
  say "left out: the operators' kinds and the API server, since EDDY_CRDS names no folder with their definitions"
  exit
fi
sed 's/upgradeMode:/upgradMode:/' "$work/minimal.yaml" >"$work/mistyped.yaml"
refused "additional properties 'upgradMode' not allowed" conform "$work/mistyped.yaml"

say "a Kubernetes API server"
# shellcheck source=scripts/ship/rollout.sh
source scripts/ship/rollout.sh
say "done"
