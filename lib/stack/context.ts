import type { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Folders } from './bundle-folders.ts';
import type { Groups } from './groups.ts';
import type { Stage } from './stage.ts';

/** The context that the parts of the stack share. */
export interface StackContext {
  stage: Stage;
  /** The stack of the resources that hold data or an address. */
  parent: Stack;
  /** The nested stacks: the functions with their roles, and monitoring. */
  groups: Groups;
  table: ITable;
  sealKey: Pick<IKey, 'keyId' | 'keyArn'>;
  /** The key that signs the seals of ledgers. */
  ledgerKey: Pick<IKey, 'keyId' | 'keyArn'>;
  /** The keys of the acquirer of real money, if the stage has one. */
  acquirerSecret?: Secret;
  /** The folders of the functions' bundles. */
  folders: Folders;
}
