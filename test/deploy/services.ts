import type { Emulator } from './emulator.ts';

type Query = Record<string, string>;
type Json = ReturnType<typeof JSON.parse>;

/** The AWS services that the run asks, as the account's owner. */
export class Services {
  /** Sends a request to any service. */
  readonly aws: Emulator['aws'];

  constructor({ aws }: Pick<Emulator, 'aws'>) {
    this.aws = aws;
  }

  cloudFormation(query: Query): Promise<string> {
    return this.aws('cloudformation', { query: { Version: '2010-05-15', ...query } });
  }

  iam(query: Query): Promise<string> {
    return this.aws('iam', { query: { Version: '2010-05-08', ...query } });
  }

  async dynamodb(operation: string, body: object = {}): Promise<Json> {
    return JSON.parse(await this.aws('dynamodb', { target: `DynamoDB_20120810.${operation}`, body }));
  }

  async secrets(operation: string, body: object): Promise<Json> {
    return JSON.parse(await this.aws('secretsmanager', { target: `secretsmanager.${operation}`, body }));
  }
}
