import type { Construct } from 'constructs';
import { stageOf } from '../../lib/stack/stage.ts';
import { synthesized } from './synthesized.ts';

const tableArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/florin-sandbox-Table-restored';
const stream = `${tableArn}/stream/2026-11-25T10:00:00.000`;

const { template } = synthesized({ restoredTable: stream });

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

test.each(['florin-sandbox-Table-restored', tableArn, ''])(
  'the value "%s" of `restoredTable` deploys nothing',
  (restoredTable) => {
    const tryGetContext = (name: string) => (name === 'restoredTable' ? restoredTable : undefined);
    expect(() => stageOf({ node: { tryGetContext } } as unknown as Construct)).toThrow(
      "is not the ARN of a table's stream, which `npm run restore` prints",
    );
  },
);
