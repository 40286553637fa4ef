/**
 * Replaces `@aws-sdk/endpoint-cache` in the bundles, which contains a cache of 7 KB for discovered endpoints. The SDK
 * discovers no endpoints for DynamoDB.
 */
export class EndpointCache {}
