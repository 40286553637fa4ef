/** Whole seconds of a time in milliseconds. DynamoDB and acquirers count in seconds since 1970. */
export const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
