"""What MiniStack lacks, for the deploy test: Python runs this before it (PYTHONPATH).

CloudFormation makes alarms on metric math; MiniStack refuses them. Here such an alarm is made on the first metric that
its expression is about. Alarms are not evaluated there anyway (test/deploy/differences.ts).
"""

try:
    from ministack.services.cloudformation import provisioners
except ImportError:  # the Python of something else
    provisioners = None

if provisioners:
    record = provisioners._cw_metric_alarm_record

    def record_of_math(name, props):
        metrics = props.get("Metrics")
        if metrics:
            stat = next(metric["MetricStat"] for metric in metrics if metric.get("MetricStat"))
            props = {**props, **stat["Metric"], "Period": stat["Period"], "Statistic": stat["Stat"]}
            del props["Metrics"]
        return record(name, props)

    provisioners._cw_metric_alarm_record = record_of_math
