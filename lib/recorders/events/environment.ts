import { readFileSync } from 'node:fs';

/** The variables for `sam local invoke --env-vars`, with which a function calls the local runner in place of AWS. */
export interface Environment {
  Parameters: Record<'DYNAMODB_ENDPOINT' | 'TABLE_NAME' | 'SEAL_KEY' | 'HELLO_CREDENTIALS', string>;
}

export const environment = (): Environment =>
  JSON.parse(readFileSync('test/events/environment.json', 'utf8'));
