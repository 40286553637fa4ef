import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Folders } from './folders.ts';
import type { Stage } from './stage.ts';

/** What the parts of the stack share. */
export interface StackContext {
  stage: Stage;
  table: Table;
  sealKey: Key;
  /** The keys of the acquirer that takes real money, where the stage has one. */
  acquirerSecret?: Secret;
  /** Where the functions' bundles are. */
  folders: Folders;
}
