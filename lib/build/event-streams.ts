/**
 * Stands in for `@smithy/core/event-streams` in the bundles, and its 17 KB: the SDK loads it for operations whose answer
 * is a stream of events, and DynamoDB has none.
 */
export class EventStreamSerde {}
export const eventStreamSerdeProvider = () => ({});
