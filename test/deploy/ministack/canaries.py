"""Plays canaries of functions as AWS does. A minute of CodeDeploy takes three seconds. Other times are real.

- An alias with weights sends this share of its calls, drawn at random, to another version.
- Log lines in the embedded metric format become metrics, and so do the crashes of an alias.
- Alarms on metric math are evaluated over the last period, for the deployments that watch them.
- If the version of an alias changes, CodeDeploy moves the alias: first some requests, and all of them after the minutes
  of the group's configuration. If an alarm of the group goes off in between, all requests go to the earlier version
  again, and the resource fails, so that CloudFormation rolls the stack back.

test/deploy/differences.ts lists the differences from AWS.
"""

import json
import random
import re
import time

from ministack.services import cloudformation, cloudwatch, lambda_svc
from ministack.services.cloudformation import provisioners, stacks

# --- Lambda: weights of an alias, and metrics ---

record_of = lambda_svc._effective_func_record_for_qualifier


def record_of_drawn_version(func, qualifier):
    alias = ((func or {}).get("aliases") or {}).get(qualifier)
    if alias is None:
        return record_of(func, qualifier)
    version, draw = alias["FunctionVersion"], random.random()
    for other, weight in alias.get("RoutingConfig", {}).get("AdditionalVersionWeights", {}).items():
        if 0 <= draw < weight:
            version = other
        draw -= weight
    record, config = record_of(func, version)
    if config is None:
        return record, config
    return record, {**config, "FunctionArn": f"{func['config']['FunctionArn']}:{qualifier}"}


lambda_svc._effective_func_record_for_qualifier = record_of_drawn_version

emit_logs = lambda_svc._emit_lambda_logs


def emit_logs_and_metrics(func, request_id, log_text, error, *rest, **options):
    emit_logs(func, request_id, log_text, error, *rest, **options)
    for line in (log_text or "").splitlines():
        if '"CloudWatchMetrics"' in line:
            record_embedded_metrics(json.loads(line))
    _, _, _, _, _, _, name, *alias = (func.get("config") or func)["FunctionArn"].split(":")
    for qualifier in alias:
        dimensions = {"FunctionName": name, "Resource": f"{name}:{qualifier}"}
        cloudwatch.record_metric("AWS/Lambda", "Errors", 1 if error else 0, "Count", dimensions)


def record_embedded_metrics(line):
    for directive in line["_aws"]["CloudWatchMetrics"]:
        for names in directive["Dimensions"]:
            dimensions = {name: line[name] for name in names}
            for metric in directive["Metrics"]:
                value = line[metric["Name"]]
                cloudwatch.record_metric(directive["Namespace"], metric["Name"], value, "None", dimensions)


lambda_svc._emit_lambda_logs = emit_logs_and_metrics

# --- CloudWatch: alarms on metric math ---

alarms_on_math = {}  # the metrics of each alarm, by its name


def is_alarm(name):
    """Evaluates an alarm, and returns whether it goes off. Missing data do not set it off (`notBreaching`)."""
    alarm, metrics = cloudwatch._alarms[name], alarms_on_math[name]
    values = {metric["Id"]: value_of(metric["MetricStat"]) for metric in metrics if "MetricStat" in metric}
    (expression,) = [metric["Expression"] for metric in metrics if "Expression" in metric]
    functions = {
        "FILL": lambda value, other: other if value is None else value,
        "IF": lambda condition, yes, no: yes if condition else no,
    }
    try:
        value = eval(expression, {"__builtins__": {}}, {**functions, **values})
    except (TypeError, ZeroDivisionError):  # a value is missing, or the divisor is 0
        value = None
    assert alarm["ComparisonOperator"] == "GreaterThanOrEqualToThreshold"
    goes_off = value is not None and value >= alarm["Threshold"]
    alarm["StateValue"] = "ALARM" if goes_off else "OK"
    return goes_off


def value_of(stat):
    metric = stat["Metric"]
    dimensions = {each["Name"]: each["Value"] for each in metric.get("Dimensions", [])}
    key = (metric["Namespace"], metric["MetricName"], cloudwatch._dims_key(dimensions))
    since = time.time() - stat["Period"]
    points = [point for point in cloudwatch._metrics.get(key, []) if point["Timestamp"] >= since]
    return cloudwatch._calc_stats(points).get(stat["Stat"])


# --- CodeDeploy: the move of an alias ---

MINUTE = 3  # in seconds

groups = {}  # the properties of each deployment group, by its name


def canary_of(stack_name, logical_id):
    """The deployment group that moves an alias; None while CloudFormation rolls back."""
    stack = cloudformation._stacks[stack_name]
    parent = cloudformation._stacks.get(stack.get("_parent_stack_name"), stack)
    if "ROLLBACK" in parent["StackStatus"]:
        return None
    policy = json.loads(stack["_template_body"])["Resources"][logical_id].get("UpdatePolicy", {})
    update = policy.get("CodeDeployLambdaAliasUpdate")
    return update and groups[f"{stack_name}-{update['DeploymentGroupName']['Ref']}"]


def shift(function, alias, version, group):
    name = group["DeploymentConfigName"]
    percent, minutes = map(int, re.search(r"LambdaCanary(\d+)Percent(\d+)Minutes", name).groups())
    route(function, alias, {version: percent / 100})
    for minute in range(minutes + 1):
        if minute > 0:
            time.sleep(MINUTE)
        for alarm in group["AlarmConfiguration"]["Alarms"]:
            if is_alarm(alarm["Name"]):
                route(function, alias, {})
                raise ValueError(f"The deployment was rolled back, as the alarm {alarm['Name']} went off")
    route(function, alias, {})


def route(function, alias, weights):
    config = {"RoutingConfig": {"AdditionalVersionWeights": weights}}
    status, _, body = lambda_svc._update_alias(function, alias, config)
    assert status == 200, body


handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Alias"]
update = handlers["update"]


def update_by_canary(physical_id, old, new, stack_name, logical_id):
    group = canary_of(stack_name, logical_id)
    if group and old["FunctionVersion"] != new["FunctionVersion"]:
        shift(new["FunctionName"], new["Name"], new["FunctionVersion"], group)
    return update(physical_id, old, new, stack_name, logical_id)


handlers["update"] = update_by_canary

blocks = stacks._runs_on_worker_thread
stacks._runs_on_worker_thread = lambda type: type == "AWS::Lambda::Alias" or blocks(type)
