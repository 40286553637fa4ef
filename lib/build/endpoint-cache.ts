/**
 * Stands in for `@aws-sdk/endpoint-cache` in the bundles, and its least-recently-used cache of 7 KB: the SDK keeps
 * there what it discovers of endpoints, which DynamoDB does not ask for.
 */
export class EndpointCache {}
