import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openAccount } from './deploy/account.ts';

/** The stage that a command names, by default the sandbox. @throws Error for any other word, or more than one */
export function stageIn(positionals: readonly string[]): string {
  const [stage = 'sandbox'] = positionals;
  if (!['sandbox', 'production'].includes(stage) || positionals.length > 1)
    throw new Error(`The stage must be sandbox or production; got "${positionals.join(' ')}"`);
  return stage;
}

/**
 * The table that a deployed stage uses, and a client for it.
 *
 * @param profile of the AWS credentials
 * @throws Error if the stage is not deployed
 */
export async function openTable(stage: string, profile: string | undefined) {
  if (profile) process.env.AWS_PROFILE = profile;
  const stack = `florin-${stage}`;
  const account = openAccount();
  const deployed = await account.templateOf(stack);
  if (!deployed) throw new Error(`there is no stack ${stack} in this account and region`);
  const client = new DynamoDBClient({ region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION });
  return { stack, client, table: await account.tableOf(stack, deployed) };
}
