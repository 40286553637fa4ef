import { readFileSync } from 'node:fs';

/** For `sam local invoke --env-vars`: what every function gets in place of AWS's. */
export interface Environment {
  Parameters: Record<'DYNAMODB_ENDPOINT' | 'TABLE_NAME' | 'SEAL_KEY' | 'HELLO_CREDENTIALS', string>;
}

export const environment = (): Environment =>
  JSON.parse(readFileSync('test/events/environment.json', 'utf8'));
