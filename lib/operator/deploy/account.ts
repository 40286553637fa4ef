import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, GetItemCommand, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { shapeKey } from '../../../functions/core/store/table/keys.ts';
import { nestedStacksIn, wholeTemplate } from '../../build/whole-template.ts';
import type { Facts } from './checks.ts';
import { restoredTableIn, type Template } from './dangers.ts';
import { type MailFacts, readSender } from './mail.ts';
import type { Addresses } from './smoke-payment.ts';

/** Reads an AWS account with the credentials and the region that the `cdk` command uses. */
export function openAccount() {
  // The SDK does not know the second of these variables, which the `cdk` command knows.
  const options = { region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION };
  return {
    /** The template of a deployed stack with its nested stacks; undefined if there is no such stack. */
    async templateOf(stack: string): Promise<Template | undefined> {
      const parent = await templateOf(stack);
      if (!parent) return undefined;
      const nested = new Map<string, Template>();
      for (const id of nestedStacksIn(parent))
        nested.set(id, (await templateOf(await physicalOf(stack, id))) ?? {});
      return wholeTemplate(parent, (id) => nested.get(id) ?? {});
    },

    /** The addresses of a deployed stack. */
    async addressesOf(StackName: string): Promise<Addresses> {
      const { Stacks } = await new CloudFormationClient(options).send(
        new DescribeStacksCommand({ StackName }),
      );
      const outputOf = (name: string) =>
        Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';
      return { baseUrl: outputOf('BaseUrl'), posUrl: outputOf('PosUrl') };
    },

    tableOf,

    /**
     * @param restored the restored table that the next deployment uses. Then it does not begin with an empty table
     * @param missed receives the name of each fact that could not be read
     */
    async facts(
      {
        stack,
        deployed,
        restored,
        sender,
      }: { stack: string; deployed: Template | undefined; restored: string | undefined; sender: string },
      missed: (what: string, error: Error) => void,
    ): Promise<Facts> {
      const tryToRead = <T>(what: string, ask: () => Promise<T>): Promise<T | undefined> =>
        ask().catch((error) => {
          missed(what, error);
          return undefined;
        });
      const isEmpty = !deployed && restored === undefined;
      const [concurrency, mail, identity, leftTables, shape] = await Promise.all([
        tryToRead('the concurrency of functions', readConcurrency),
        tryToRead('the state of SES', readMail),
        tryToRead('the sender in SES', () => readSender(sender, readIdentity)),
        isEmpty ? tryToRead('the tables', () => readTables(stack)) : undefined,
        isEmpty
          ? undefined
          : tryToRead('the shape of the table', async () =>
              readShape(restored ?? (await tableOf(stack, deployed ?? {}))),
            ),
      ]);
      return { concurrency, ...mail, sender: identity, leftTables, shape };
    },
  };

  /** The name of the table that a deployed stack uses. */
  async function tableOf(StackName: string, deployed: Template): Promise<string> {
    const restored = restoredTableIn(deployed);
    if (restored !== undefined) return restored;
    return physicalOf(StackName, 'Table');
  }

  /** The template of one stack; undefined if there is no such stack. */
  async function templateOf(StackName: string): Promise<Template | undefined> {
    try {
      const command = new GetTemplateCommand({ StackName, TemplateStage: 'Original' });
      return JSON.parse((await new CloudFormationClient(options).send(command)).TemplateBody ?? '{}');
    } catch (error) {
      if (/does not exist/.test((error as Error).message)) return undefined;
      throw error;
    }
  }

  /** The name that CloudFormation gave a resource. That of a nested stack is its ARN. */
  async function physicalOf(StackName: string, LogicalResourceId: string): Promise<string> {
    const { StackResourceDetail } = await new CloudFormationClient(options).send(
      new DescribeStackResourceCommand({ StackName, LogicalResourceId }),
    );
    return StackResourceDetail?.PhysicalResourceId ?? '';
  }

  async function readConcurrency(): Promise<number | undefined> {
    const { AccountLimit } = await new LambdaClient(options).send(new GetAccountSettingsCommand({}));
    return AccountLimit?.ConcurrentExecutions;
  }

  async function readMail(): Promise<MailFacts> {
    const account = await new SESv2Client(options).send(new GetAccountCommand({}));
    return { sends: account.SendingEnabled, sendsToAll: account.ProductionAccessEnabled };
  }

  async function readIdentity(EmailIdentity: string) {
    try {
      return await new SESv2Client(options).send(new GetEmailIdentityCommand({ EmailIdentity }));
    } catch (error) {
      if ((error as Error).name !== 'NotFoundException') throw error;
      return undefined;
    }
  }

  /** The shape of the items in a table. A table from before there was a shape has version 1. */
  async function readShape(TableName: string): Promise<Facts['shape']> {
    const { Item = {} } = await new DynamoDBClient(options).send(
      new GetItemCommand({
        TableName,
        Key: { pk: { S: shapeKey.pk }, sk: { S: shapeKey.sk } },
        ConsistentRead: true,
      }),
    );
    return { version: Number(Item.version?.N ?? 1), reader: Number(Item.reader?.N ?? 1) };
  }

  /** CloudFormation names a table after its stack and its logical id. */
  async function readTables(stack: string): Promise<string[]> {
    const left: string[] = [];
    for await (const { TableNames = [] } of paginateListTables({ client: new DynamoDBClient(options) }, {}))
      left.push(...TableNames.filter((name) => name.startsWith(`${stack}-Table-`)));
    return left;
  }
}
