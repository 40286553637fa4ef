import { DeployedStack } from './deployed-stack.ts';
import { Services } from './services.ts';

/** The emulated AWS account, as its owner reads and changes it. */
export class Account extends Services {
  readonly sandbox = new DeployedStack('florin-sandbox', this);
  readonly production = new DeployedStack('florin-production', this);

  /** Returns the name of the bucket that `cdk bootstrap` has made. */
  bootstrapBucket(): Promise<string> {
    return new DeployedStack('CDKToolkit', this).physical('StagingBucket');
  }

  /** Returns the names of those tables that exist. */
  async tablesOf(names: string[]): Promise<string[]> {
    const { TableNames } = await this.dynamodb('ListTables');
    return TableNames.filter((name: string) => names.includes(name)).sort();
  }
}
