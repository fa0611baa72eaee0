# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""dashboards.py FOLDER: writes Grafana's dashboards. `dashboards.py rules FOLDER` prints their queries as rules, for promtool and rules.py.

What a panel says of itself is what docs/metrics.md says of its first metric, and a panel of a metric that is not there is an error.
"""
import json
import pathlib
import re
import sys

OPERATOR = "flink_taskmanager_job_task_operator_"
RUN = OPERATOR + "agent_count_decoding_mode_policy_purpose_"
SERIES = "agent, count, decoding, mode, policy, purpose"
UNITS = {"ms": "ms", "seconds": "s", "bytes": "bytes", "ratio": "percentunit", "us": "µs", "MiB": "mbytes", "percent": "percent"}
KNOWN = {
    name: (unit, meaning)
    for name, unit, meaning in re.findall(
        r"^\| `([^`]+)` \| [^|]* \| ([^|]*) \| [^|]* \| (.*) \|$", pathlib.Path("docs/metrics.md").read_text("utf-8"), re.M
    )
}


def chosen(name, *conditions):
    """A metric of what is chosen above the panels."""
    if name not in KNOWN:
        raise SystemExit(f"docs/metrics.md has no metric {name}")
    labels = ", ".join(('namespace=~"$namespace"', *conditions))
    if "#" not in name:  # in the place of a number, which becomes a label
        return f"{name}{{{labels}}}"
    series = f'{{__name__=~"{name.replace("#", "[0-9]+")}", {labels}}}'
    return f'label_replace({series}, "number", "$1", "__name__", ".*?([0-9]+)")'


def rate(name, by="", *conditions):
    return f"sum{clause(by)} (rate({chosen(name, *conditions)}[$__rate_interval]))"


def total(name, by="", *conditions):
    return f"sum{clause(by)} ({chosen(name, *conditions)})"


def most(name, by="", *conditions):
    return f"max{clause(by)} ({chosen(name, *conditions)})"


def clause(by):
    return f" by ({by})" if by else ""


def quantile(share, bucket, by, *conditions):
    return f"histogram_quantile({share}, {rate(bucket, ', '.join(filter(None, ['le', by])), *conditions)})"


def panel(title, *queries, unit=None, of=None):
    """Queries are pairs of an expression and a legend; unit and description are those of the first metric, or of another one."""
    of = of or re.search(r"[a-zA-Z_]\w*(?=\{)", queries[0][0]).group()
    return {"title": title, "queries": queries, "unit": unit or UNITS.get(KNOWN[of][0], "short"), "description": KNOWN[of][1]}


def op(name):
    return OPERATOR + name


SERVING = [
    ("Queries", [
        panel("Ended, by termination", (rate(op("termination_loops_ended_total"), "termination"), "{{termination}}"), unit="ops"),
        panel("Under way, parked, waiting for a policy", (total(op("loops_in_flight")), "under way"), (total(op("loops_parked")), "parked"), (total(op("loops_awaiting_policy")), "waiting for a policy")),
        panel("From arrival to end, of served queries", *((quantile(q, op("purpose_le_loop_duration_seconds_bucket"), "", 'purpose="serve"'), f"{q:.0%}") for q in (0.5, 0.9, 0.99)), unit="s"),
        panel("Slower than the objective's 30 s", ('eddy:served_slow:ratio_rate1h{namespace=~"$namespace"}', "of an hour"), ('eddy:served_slow:ratio_rate6h{namespace=~"$namespace"}', "of six hours"), unit="percentunit", of=op("purpose_le_loop_duration_seconds_bucket")),
    ]),
    ("Effects", [
        panel("Completed, by kind and result", (rate(op("effect_result_effects_total"), "effect, result"), "{{effect}} {{result}}"), unit="ops"),
        panel("Duration, the slowest subtask's 99%", (most(op("effect_effect_latency_ms"), "effect", 'quantile="0.99"'), "{{effect}}")),
        panel("Answered by the journal", (rate(op("effect_effects_from_journal_total"), "effect"), "{{effect}}"), (rate(op("journal_failures_total")), "failures of the journal"), unit="ops"),
        panel("Tokens", (rate(op("prompt_tokens_total")), "shown"), (rate(op("generated_tokens_total")), "generated"), unit="short"),
    ]),
    ("Ports", [
        panel("Breakers: 1 open, 2 on trial", (most(op("port_port_breaker_state"), "port"), "{{port}}")),
        panel("Calls under way and waiting", (total(op("port_port_calls_in_flight"), "port"), "{{port}}"), (total(op("port_port_calls_waiting"), "port"), "{{port}} waiting")),
        panel("Failed, retried, refused", (rate(op("port_port_calls_failed_total"), "port"), "{{port}} failed"), (rate(op("port_port_calls_retried_total"), "port"), "{{port}} retried"), (rate(op("port_port_calls_refused_total"), "port"), "{{port}} refused"), unit="ops"),
        panel("Queries held back, ms of a second", (rate(op("input_held_ms_total")), "held"), (most(op("admission_paused")), "admission paused"), unit="short"),
    ]),
]

LEARNING = [
    ("Rewards and groups", [
        panel("Groups closed", (rate(op("groups_complete_total")), "complete"), (rate(op("groups_incomplete_total")), "incomplete"), (rate(op("groups_zero_variance_total")), "all rewards alike"), unit="ops"),
        panel("Labels and verdicts", (rate(op("labels_missing_total")), "runs without a label"), (rate(op("labels_unused_total")), "labels without a run"), (rate(op("group_members_late_total")), "late members"), (total(op("rewards_pending")), "waiting for a verdict"), unit="short"),
        panel("Groups, by what became of them", (rate(op("policy_fate_groups_consumed_total"), "policy, fate"), "{{policy}} {{fate}}"), unit="ops"),
        panel("Too late for the trainer", ('eddy:groups_stale:ratio_rate1h{namespace=~"$namespace"}', "{{policy}}"), unit="percentunit", of=op("policy_fate_groups_consumed_total")),
    ]),
    ("Steps", [
        panel("Newest version", (most(op("policy_policy_version"), "policy"), "{{policy}}")),
        panel("Mean reward of a batch", (most(op("policy_train_mean_reward"), "policy"), "{{policy}}")),
        panel("Entropy", (most(op("policy_train_entropy"), "policy"), "{{policy}}")),
        panel("Divergence from the version that acted", (most(op("policy_train_kl"), "policy"), "{{policy}}")),
        panel("Clipped choices", (most(op("policy_train_clipped_share"), "policy"), "{{policy}}")),
        panel("Gradient", (most(op("policy_train_gradient_norm"), "policy"), "{{policy}}")),
        panel("Steps that groups were behind", (most(op("policy_policy_lag_steps"), "policy", 'quantile="0.99"'), "{{policy}} 99%")),
        panel("Where the time goes, ms of a second", (rate(op("policy_phase_train_time_ms_total"), "policy, phase"), "{{policy}} {{phase}}"), unit="short"),
        panel("Groups waiting", (most(op("policy_train_groups_waiting"), "policy"), "{{policy}}")),
        panel("Refused by stores and servers", (rate(op("policy_policy_store_refusals_total"), "policy"), "{{policy}} store"), (rate(op("policy_policy_server_refusals_total"), "policy"), "{{policy}} servers"), unit="ops"),
    ]),
]

INFRASTRUCTURE = [
    ("Flink", [
        panel("Jobs: 0 does not run", (most("flink_jobmanager_job_runningTime", "job_name"), "{{job_name}}")),
        panel("Restarts", (most("flink_jobmanager_job_numRestarts", "job_name"), "{{job_name}}")),
        panel("Checkpoint, duration", (most("flink_jobmanager_job_lastCheckpointDuration", "job_name"), "{{job_name}}")),
        panel("Checkpoint, size", (most("flink_jobmanager_job_lastCheckpointSize", "job_name"), "{{job_name}}")),
        panel("Busy, ms of a second", (most("flink_taskmanager_job_task_busyTimeMsPerSecond", "job_name, task_name"), "{{job_name}} {{task_name}}"), unit="short"),
        panel("Records not read yet", (total(op("pendingRecords"), "job_name"), "{{job_name}}")),
        panel("Heap", (most("flink_taskmanager_Status_JVM_Memory_Heap_Used", "tm_id"), "{{tm_id}}")),
        panel("Metaspace", (most("flink_taskmanager_Status_JVM_Memory_Metaspace_Used", "tm_id"), "{{tm_id}}")),
    ]),
    ("Models", [
        panel("Calls", (rate("nv_inference_request_success", "model"), "{{model}}"), (rate("nv_inference_request_failure", "model"), "{{model}} failed"), unit="ops"),
        panel("Waiting and computing, seconds of a second", (f"{rate('nv_inference_queue_duration_us', 'model')} / 1e6", "{{model}} waits"), (f"{rate('nv_inference_compute_infer_duration_us', 'model')} / 1e6", "{{model}} computes"), unit="short"),
        panel("vLLM: calls", (total("vllm:num_requests_running", "model"), "{{model}}"), (total("vllm:num_requests_waiting", "model"), "{{model}} waiting"), of="vllm:num_requests_running"),
        panel("vLLM: first token, 99%", (quantile(0.99, "vllm:time_to_first_token_seconds_bucket", "model"), "{{model}}"), of="vllm:time_to_first_token_seconds_bucket"),
        panel("GPU", (most("DCGM_FI_DEV_GPU_UTIL", "Hostname, gpu"), "{{Hostname}} {{gpu}}")),
        panel("GPU memory", (most("DCGM_FI_DEV_FB_USED", "Hostname, gpu"), "{{Hostname}} {{gpu}}")),
    ]),
    ("Stores", [
        panel("Milvus: calls", (rate("milvus_proxy_req_count", "function_name, status"), "{{function_name}} {{status}}"), unit="ops"),
        panel("Milvus: searches, 99%", (quantile(0.99, "milvus_proxy_sq_latency_bucket", "query_type"), "{{query_type}}")),
        panel("Redis: memory", (most("redis_memory_used_bytes", "instance"), "{{instance}}")),
        panel("Redis: keys dropped", (rate("redis_evicted_keys_total", "instance"), "{{instance}}"), unit="ops"),
        panel("Kafka: brokers", (most("kafka_brokers"), "brokers")),
        panel("Kafka: records written", (rate("kafka_topic_partition_current_offset", "topic"), "{{topic}}"), unit="ops"),
        panel("Volumes: free", (f"min by (persistentvolumeclaim) ({chosen('kubelet_volume_stats_available_bytes')} / {chosen('kubelet_volume_stats_capacity_bytes')})", "{{persistentvolumeclaim}}"), unit="percentunit"),
        panel("Traces", (rate(op("spans_sent_total")), "spans"), unit="ops"),
    ]),
]

COMMON = ["accuracy", "reward", "truncated", "modelCalls", "toolCalls", "promptTokens", "generatedTokens", "policyVersion"]


def by_version(name, agent):
    """A figure of runs with the version that it is of as a label: the gauge policyVersion has that as a value."""
    extra = [label for label in re.findall(r"[a-z]\w*", name.removeprefix(OPERATOR).rpartition("_")[0].replace("_", " ")) if label not in SERIES]
    extra += ["number"] * ("#" in name)
    of = (f'agent="{agent}"', 'policy=~"$policy"', 'purpose=~"$purpose"')
    versions = f'count_values by ({SERIES}) ("version", {chosen(RUN + "policyVersion", *of)}) * 0 + 1'
    labels = ", ".join([SERIES, *extra])
    expression = f"avg by ({labels}) ({chosen(name, *of)}) * on ({SERIES}) group_left (version) ({versions})"
    return expression, " ".join(f"{{{{{label}}}}}" for label in ["mode", *extra, "purpose"]) + " v{{version}}"


def evaluation(agent):
    own = [name for name, (_, meaning) in KNOWN.items() if f"{agent}: " in meaning and name.startswith(OPERATOR) and "quantile" not in name]
    if not own:
        raise SystemExit(f"docs/metrics.md has no figure of {agent}")
    panels = lambda names: [panel(name.rpartition("_")[2], by_version(name, agent), of=name) for name in names]
    return [("All agents have", panels(RUN + name for name in COMMON)), (f"Of {agent}", panels(own))]


def variable(name, metric, label):
    query = f"label_values({metric}, {label})"
    return {
        "name": name, "type": "query", "query": {"query": query, "refId": name}, "definition": query, "refresh": 2,
        "datasource": SOURCE, "includeAll": True, "multi": True, "allValue": ".*", "current": {"text": "All", "value": ["$__all"]},
    }


SOURCE = {"type": "prometheus", "uid": "${datasource}"}
WIDTH, HEIGHT, COLUMNS = 12, 8, 2


def board(uid, title, rows, variables=()):
    panels, top = [], 0
    for row, members in rows:
        panels.append({"type": "row", "title": row, "collapsed": False, "panels": [], "gridPos": {"x": 0, "y": top, "w": WIDTH * COLUMNS, "h": 1}})
        top += 1
        for index, one in enumerate(members):
            panels.append({
                "type": "timeseries", "title": one["title"], "description": one["description"], "datasource": SOURCE,
                "gridPos": {"x": index % COLUMNS * WIDTH, "y": top + index // COLUMNS * HEIGHT, "w": WIDTH, "h": HEIGHT},
                "fieldConfig": {"defaults": {"unit": one["unit"], "custom": {"showPoints": "auto"}}, "overrides": []},
                "options": {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True}, "tooltip": {"mode": "multi", "sort": "desc"}},
                "targets": [{"refId": chr(65 + number), "expr": query, "legendFormat": legend, "datasource": SOURCE} for number, (query, legend) in enumerate(one["queries"])],
            })
        top += -(-len(members) // COLUMNS) * HEIGHT
    for number, one in enumerate(panels):
        one["id"] = number + 1
    return {
        "uid": uid, "title": title, "tags": ["eddy"], "schemaVersion": 41, "editable": True, "refresh": "30s", "timezone": "browser",
        "time": {"from": "now-3h", "to": "now"},
        "templating": {"list": [
            {"name": "datasource", "type": "datasource", "query": "prometheus", "current": {}},
            variable("namespace", OPERATOR + "loops_in_flight", "namespace"), *variables,
        ]},
        "panels": panels,
    }


def boards():
    yield board("eddy-serving", "Eddy: serving", SERVING)
    yield board("eddy-learning", "Eddy: learning", LEARNING)
    yield board("eddy-infrastructure", "Eddy: infrastructure", INFRASTRUCTURE)
    for agent in ("acticl", "svrl", "mcite"):
        choices = [variable(label, RUN + "accuracy", label) for label in ("policy", "purpose")]
        yield board(f"eddy-{agent}", f"Eddy: evaluation of {agent}", evaluation(agent), choices)


def rules(folder):
    """Every query under a name of its own; what Grafana fills in is filled in."""
    written = []
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for one in json.loads(file.read_text("utf-8"))["panels"]:
            for target in one.get("targets", []):
                query = target["expr"].replace("$__rate_interval", "5m")
                written.append({"record": f"dashboard:{file.stem.replace('-', '_')}:{one['id']}{target['refId']}", "expr": re.sub(r"\$\w+", ".*", query)})
    return json.dumps({"groups": [{"name": "dashboards", "rules": written}]}, indent=1)


if __name__ == "__main__":
    if sys.argv[1] == "rules":
        print(rules(sys.argv[2]))
    else:
        for one in boards():
            pathlib.Path(sys.argv[1], one["uid"].removeprefix("eddy-") + ".json").write_text(json.dumps(one, indent=1, ensure_ascii=False) + "\n", "utf-8")
