import type { Construct } from 'constructs';
import { stageOf } from '../../lib/stack/stage.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const tableArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/florin-sandbox-Table-restored';
const stream = `${tableArn}/stream/2026-11-25T10:00:00.000`;

const { template } = synthesizeStack({ restoredTable: stream });

test('a stage with a restored table uses nothing else', () => {
  const resources = Object.values(template.Resources) as { Type: string; Properties: never }[];
  expect(resources.filter(({ Type }) => Type === 'AWS::DynamoDB::Table')).toEqual([]);
  expect(JSON.stringify(template)).not.toMatch(/"Ref":"Table"|"GetAtt":\["Table"/);

  const properties = (type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => JSON.stringify(Properties));
  const functions = properties('AWS::Lambda::Function').filter((text) => text.includes('TABLE_NAME'));
  expect(functions.length).toBeGreaterThan(50);
  for (const text of functions) expect(text).toContain('"TABLE_NAME":"florin-sandbox-Table-restored"');
  const roles = properties('AWS::IAM::Role').join('\n');
  for (const arn of [tableArn, `${tableArn}/index/list`, `${tableArn}/index/pending`, stream])
    expect(roles).toContain(`"Resource":"${arn}"`);
  const readers = properties('AWS::Lambda::EventSourceMapping').filter((text) => text.includes('/stream/'));
  expect(readers).toHaveLength(2);
  for (const text of readers) expect(text).toContain(stream);
});

const settingIs = (restoredTable: string) =>
  stageOf({
    node: { tryGetContext: (name: string) => (name === 'restoredTable' ? restoredTable : undefined) },
  } as unknown as Construct).restoredTable;

test('the file of a second region takes back the table of the first one, which is refused there', () => {
  expect(settingIs('no')).toBeUndefined();
  process.env.CDK_DEFAULT_REGION = 'eu-central-1';
  try {
    expect(() => settingIs(stream)).toThrow('is in the region eu-west-1, and the stack is in eu-central-1');
    expect(settingIs(stream.replace('eu-west-1', 'eu-central-1'))).toContain('eu-central-1');
  } finally {
    delete process.env.CDK_DEFAULT_REGION;
  }
});

test.each(['florin-sandbox-Table-restored', tableArn, ''])(
  'the value "%s" of `restoredTable` deploys nothing',
  (restoredTable) => {
    expect(() => settingIs(restoredTable)).toThrow(
      "is neither `no` nor the ARN of a table's stream in the region of the stack, which `npm run restore` prints",
    );
  },
);
