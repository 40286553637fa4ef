import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { setLogicalId } from './logical-id.ts';
import type { Stage } from './stage.ts';

/** The index for lists of items that are not in their parent's partition: merchants, transactions and lines. */
export const listIndex = 'list';

/**
 * The index of transactions that have pending money. It leaves all others out, so that a list of pending transactions
 * reads nothing else. It also has the lines that were not written at the time of their booking.
 */
export const pendingIndex = 'pending';

/**
 * The single table. DynamoDB encrypts it at rest with a key that it owns, which is the default and costs nothing.
 * With an AWS managed key, each request to KMS is billed, and can be throttled. Data that would need a key of the
 * stage's own is not stored here: cards exist only as the acquirer's references, and API keys only as hashes.
 */
export function makeTable(scope: Construct, { production, removalPolicy, restoredTable }: Stage): ITable {
  if (restoredTable)
    return Table.fromTableAttributes(scope, 'RestoredTable', {
      tableArn: restoredTable.replace(/\/stream\/.*/, ''),
      tableStreamArn: restoredTable,
    });
  const table = new Table(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'expires',
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: production,
    removalPolicy,
  });
  table.addGlobalSecondaryIndex({
    indexName: listIndex,
    partitionKey: { name: 'listPk', type: AttributeType.STRING },
    sortKey: { name: 'listSk', type: AttributeType.STRING },
    projectionType: ProjectionType.ALL,
  });
  table.addGlobalSecondaryIndex({
    indexName: pendingIndex,
    partitionKey: { name: 'pendingPk', type: AttributeType.STRING },
    sortKey: { name: 'listSk', type: AttributeType.STRING },
    projectionType: ProjectionType.ALL,
  });
  setLogicalId(table, 'Table');
  return table;
}
