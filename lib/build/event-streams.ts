/**
 * Replaces `@smithy/core/event-streams` in the bundles, which weighs 17 KB. The SDK loads it for operations that
 * answer with a stream of events, and DynamoDB has no such operations.
 */
export class EventStreamSerde {}
export const eventStreamSerdeProvider = () => ({});
