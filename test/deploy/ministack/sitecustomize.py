"""Adds to MiniStack what the deploy test needs. PYTHONPATH names this folder, so Python runs this file first.

- MiniStack refuses alarms on metric math. This file makes such an alarm on the first metric of the expression. Only
  alarms that CodeDeploy watches are evaluated (canaries.py).
- MiniStack imports only paths, functions and authorizers from the OpenAPI document in the Body of an API. This file
  also imports gateway responses, the other settings of integrations, methods of all names, and authorizers without a
  header.
- MiniStack does not know the applications and deployment groups of CodeDeploy. This file stores them, and canaries.py
  moves the aliases.
- An update of a nested stack makes MiniStack forget the attributes of resources that stay as they are. This file passes them
  on.
- Gateway responses take values from the context that an authorizer returned with its denial.
"""

try:
    from ministack.services import apigateway_v1 as apigateway
    from ministack.services import cloudformation
    from ministack.services.cloudformation import provisioners
except ImportError:  # another program than MiniStack
    provisioners = None

if provisioners:
    import canaries

    record = provisioners._cw_metric_alarm_record

    def record_of_math(name, props):
        metrics = props.get("Metrics")
        if metrics:
            canaries.alarms_on_math[name] = metrics
            stat = next(metric["MetricStat"] for metric in metrics if metric.get("MetricStat"))
            props = {**props, **stat["Metric"], "Period": stat["Period"], "Statistic": stat["Stat"]}
            del props["Metrics"]
            # The band of an anomaly takes the place of a threshold.
            if "ThresholdMetricId" in props:
                props["Threshold"] = 0
        return record(name, props)

    provisioners._cw_metric_alarm_record = record_of_math

    def remember(logical_id, props, stack_name):
        return keep(f"{stack_name}-{logical_id}", {}, props, stack_name)

    def keep(physical_id, old_props, new_props, stack_name):
        canaries.groups[physical_id] = new_props
        return physical_id, {}

    def forget(physical_id, props):
        pass

    for name in ("Application", "DeploymentGroup"):
        handlers = {"create": remember, "update": keep, "delete": forget}
        provisioners._RESOURCE_HANDLERS[f"AWS::CodeDeploy::{name}"] = handlers

    update_resource = provisioners._update_resource

    def update_with_attributes(type, physical_id, old, new, stack_name, logical_id=None, attributes=None):
        if attributes is None:
            attributes = cloudformation._stacks[stack_name]["_resources"].get(logical_id, {}).get("Attributes")
        return update_resource(type, physical_id, old, new, stack_name, logical_id, attributes)

    provisioners._update_resource = update_with_attributes

    import_api = apigateway._import_rest_api

    def import_with_gateway_responses(spec, base_data=None):
        api_id = import_api(spec, base_data)
        for response_type, response in spec.get("x-amazon-apigateway-gateway-responses", {}).items():
            apigateway._put_gateway_response(api_id, response_type, response)
        return api_id

    apigateway._import_rest_api = import_with_gateway_responses

    import_path_item = apigateway._import_path_item

    def import_path_with_any_method(api_id, path, path_item, *rest):
        import_path_item(api_id, path, path_item, *rest)
        operation = path_item.get("x-amazon-apigateway-any-method")
        if operation:
            resources = apigateway._resources[api_id].items()
            resource_id = next(id for id, resource in resources if resource.get("path") == path)
            apigateway._import_operation(api_id, resource_id, "ANY", operation, *rest)

    apigateway._import_path_item = import_path_with_any_method

    # The last context of each denial by an authorizer, by the field in which its API names an error.
    denials = {}
    stringify_context = apigateway._stringify_context

    def stringify_and_remember(context):
        strings = stringify_context(context)
        if "message" in strings:
            denials[strings.get("name")] = strings
        return strings

    apigateway._stringify_context = stringify_and_remember

    def denial_of(request):
        is_hello = (request.get("resource_path") or "").startswith("/api/")
        return denials.get("code" if is_hello else "error", {})

    request_value = apigateway._gateway_request_value

    def value_of_context_too(source, request):
        prefix = "context.authorizer."
        if source.startswith(prefix):
            return denial_of(request).get(source[len(prefix) :])
        return request_value(source, request)

    apigateway._gateway_request_value = value_of_context_too

    error_response = apigateway._gateway_error_response

    def error_response_of_context(error, request):
        status, headers, body = error_response(error, request)
        for name, value in denial_of(request).items():
            body = body.replace(f"$context.authorizer.{name}".encode(), value.encode())
        return status, headers, body

    apigateway._gateway_error_response = error_response_of_context

    import_operation = apigateway._import_operation

    def import_whole_operation(api_id, resource_id, http_method, operation, *rest):
        import_operation(api_id, resource_id, http_method, operation, *rest)
        integration = operation["x-amazon-apigateway-integration"]
        put = {**integration, "type": integration["type"].upper()}
        apigateway._put_integration(api_id, resource_id, http_method, put)
        for pattern, response in integration.get("responses", {}).items():
            selection = "" if pattern == "default" else pattern
            answer = {**response, "selectionPattern": selection}
            apigateway._put_integration_response(
                api_id, resource_id, http_method, str(response["statusCode"]), answer
            )

    apigateway._import_operation = import_whole_operation

    import_identity_source = apigateway._import_identity_source

    def import_no_identity_source(scheme, extension):
        if extension.get("type") == "request":
            return extension.get("identitySource", "")
        return import_identity_source(scheme, extension)

    apigateway._import_identity_source = import_no_identity_source
