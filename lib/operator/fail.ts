/** Ends this process with a message. The AWS SDK does not say how to set a region. */
export function fail(message: string): never {
  const advice = message.endsWith('Region is missing')
    ? ': set AWS_REGION, or the region of the AWS profile'
    : '';
  console.error(`Florin: ${message}${advice}`);
  process.exit(1);
}
