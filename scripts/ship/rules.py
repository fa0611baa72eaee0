# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""rules.py RULES... -- TESTS...: what promtool does not check of rules.

Each alert has a case that fires, one that does not, and an entry in docs/runbook.md; expressions name only metrics of docs/metrics.md.
"""
import re
import sys

import yaml

KEYWORDS = {"and", "or", "unless"}


def groups(path, key):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file)[key]


def metrics(expression):
    """Names of series: what is left without strings, selectors, ranges, offsets, clauses of labels and functions."""
    for noise in (
        r'"[^"]*"',
        r"\{[^}]*\}",
        r"\[[^\]]*\]",
        r"\boffset\s+\w+",
        r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)",
    ):
        expression = re.sub(noise, " ", expression)
    names = re.findall(r"(?<![\w.:])([a-zA-Z_:][\w:]*)(?![\w:]|\s*\()", expression)
    return set(names) - KEYWORDS


def anchors(path):
    with open(path, encoding="utf-8") as file:
        return {line.lstrip("#").strip().lower().replace(" ", "-") for line in file if line.startswith("#")}


def faults(rule, cases, known, entries):
    for metric in sorted(metrics(rule["expr"]) - known):
        yield f"docs/metrics.md has no metric {metric}"
    if "alert" in rule:
        if not any(case["exp_alerts"] for case in cases):
            yield "no case fires"
        if all(case["exp_alerts"] for case in cases):
            yield "no case stays silent"
        page, _, anchor = rule["annotations"]["runbook_url"].partition("#")
        if page != "docs/runbook.md" or anchor not in entries:
            yield f"docs/runbook.md has no entry {anchor}"


def main(arguments):
    split = arguments.index("--")
    rules = [rule for path in arguments[:split] for group in groups(path, "groups") for rule in group["rules"]]
    cases = [
        case
        for path in arguments[split + 1 :]
        for test in groups(path, "tests")
        for case in test.get("alert_rule_test", [])
    ]
    with open("docs/metrics.md", encoding="utf-8") as file:
        known = set(re.findall(r"^\| `([^`]+)`", file.read(), re.M))
    known |= {rule["record"] for rule in rules if "record" in rule}
    entries = anchors("docs/runbook.md")
    wrong = [
        f"{name}: {fault}"
        for rule in rules
        for name in [rule.get("alert") or rule["record"]]
        for fault in faults(rule, [case for case in cases if case["alertname"] == name], known, entries)
    ]
    print("\n".join(wrong) or f"{len(rules)} rules, {sum('alert' in rule for rule in rules)} of them alerts, with {len(cases)} cases")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
