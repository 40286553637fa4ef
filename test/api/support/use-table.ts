/**
 * Lets modules of Florin that this process imports afterwards use the table of a running Florin.
 *
 * @param endpoint of its DynamoDB engine; by default that of the Florin that all test files share
 */
export function useTable(endpoint = process.env.FLORIN_DYNAMODB): void {
  Object.assign(process.env, {
    DYNAMODB_ENDPOINT: endpoint,
    TABLE_NAME: 'florin',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
}
