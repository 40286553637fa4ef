import { leastReader, shapeVersion } from '../../../functions/core/store/table/shape-version.ts';
import { type Facts, findingsOf, jobsAtOnce } from '../../../lib/operator/deploy/checks.ts';
import type { Template } from '../../../lib/operator/deploy/dangers.ts';
import { readSender } from '../../../lib/operator/deploy/mail.ts';

const mapping = (properties: object) => ({ Type: 'AWS::Lambda::EventSourceMapping', Properties: properties });

const template = (production: boolean, sender = 'pay@shop.example'): Template => ({
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { DeletionProtectionEnabled: production } },
    SendMail: {
      Type: 'AWS::Lambda::Function',
      Properties: { Environment: { Variables: { MAIL_FROM: sender } } },
    },
    First: mapping({ ScalingConfig: { MaximumConcurrency: 10 } }),
    Second: mapping({ ScalingConfig: { MaximumConcurrency: 2 } }),
    OfStream: mapping({ StartingPosition: 'TRIM_HORIZON' }),
  },
});

const nameOf = (production: boolean) => (production ? 'production' : 'sandbox');

const ready: Facts = { concurrency: 1000, sendsToAll: true, sender: { verified: true } };
const of = (facts: Facts, production = true, sender?: string) =>
  findingsOf(nameOf(production), template(production, sender), facts).filter(
    ({ name }) => name !== 'concurrency',
  );

test('an account that is ready has no findings, and a fact that cannot be read causes none', () => {
  expect(of(ready)).toEqual([]);
  expect(of({})).toEqual([]);
});

const verified = 'pay@shop.example';

test.each<[name: string, facts: Facts, sender: string]>([
  ['mail.sender', ready, 'florin@example.com'],
  ['mail.stopped', { ...ready, sends: false }, verified],
  ['mail.sandbox', { ...ready, sendsToAll: false }, verified],
  ['mail.identity', { ...ready, sender: { verified: false } }, verified],
  ['mail.configuration-set', { ...ready, sender: { verified: true, configurationSet: 'main' } }, verified],
])('%s stops a deployment of production, and is only reported for a sandbox', (name, facts, sender) => {
  expect(of(facts, true, sender)).toMatchObject([{ name, stops: true }]);
  expect(of(facts, false, sender)).toMatchObject([{ name, stops: false }]);
});

test('a sender is verified by its own identity or by that of its domain', async () => {
  const senderOf = (identities: Record<string, object>) =>
    readSender(verified, async (identity) => identities[identity]);
  const isVerified = { VerifiedForSendingStatus: true, ConfigurationSetName: 'main' };
  expect(await senderOf({ 'shop.example': isVerified })).toEqual({
    verified: true,
    configurationSet: 'main',
  });
  expect(await senderOf({ [verified]: {}, 'shop.example': isVerified })).toEqual({ verified: false });
  expect(await senderOf({ example: isVerified })).toEqual({ verified: false });
});

test.each([
  // The queues of the template take 12 functions, and its stream takes one.
  [50, false, false],
  [49, false, true],
  [26, false, true],
  [25, true, true],
])(
  'an account that runs %i functions has too few for the jobs: %p, and stops production: %p',
  (concurrency, isTight, stops) => {
    const findings = findingsOf('production', template(true), { ...ready, concurrency });
    expect(findings).toMatchObject([{ name: 'concurrency', stops }]);
    expect(findings[0]?.says.includes('payments can be throttled')).toBe(isTight);
    const [sandbox] = findingsOf('sandbox', template(false), { ...ready, concurrency });
    expect(sandbox).toMatchObject({ name: 'concurrency', stops: false });
  },
);

test('production with a restored table, which is not in its template, is still production', () => {
  const { Table: _, ...rest } = template(true, verified).Resources ?? {};
  const findings = findingsOf(
    'production',
    { Resources: rest },
    {
      ...ready,
      sends: false,
      shape: { version: 1, reader: 1 },
    },
  );
  expect(findings).toMatchObject([
    { name: 'mail.stopped', stops: true },
    { name: 'concurrency' },
    { name: 'backfill', says: expect.stringContaining('--stage production') },
  ]);
});

test('a table that an earlier stack has left stops every deployment', () => {
  for (const production of [true, false])
    expect(of({ ...ready, leftTables: ['florin-production-Table-1'] }, production)).toMatchObject([
      {
        name: 'table.florin-production-Table-1',
        stops: true,
        says: expect.stringContaining('import it first'),
      },
    ]);
});

test('the check reports the account’s concurrency, with advice if jobs may take more than half of it', () => {
  expect(jobsAtOnce(template(true))).toBe(13);
  expect(jobsAtOnce({ Resources: { Open: mapping({}) } })).toBe(1000);
  const parallel = mapping({ StartingPosition: 'TRIM_HORIZON', ParallelizationFactor: 10 });
  expect(jobsAtOnce({ Resources: { Stream: parallel } })).toBe(10);
  const says = (concurrency: number) =>
    findingsOf('production', template(true), { concurrency }).find(({ name }) => name === 'concurrency');
  expect(says(10)).toMatchObject({ stops: true, says: expect.stringContaining('set `jobConcurrency`') });
  expect(says(26)?.says).toBe(
    'the account runs 26 functions at the same time, and jobs take up to 13 of them',
  );
});

test('warm environments that Lambda would refuse stop a deployment', () => {
  const alias = {
    Type: 'AWS::Lambda::Alias',
    Properties: {
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 },
    },
  };
  const named = (concurrency: number) =>
    findingsOf('sandbox', { Resources: { A: alias, B: alias, C: alias } }, { concurrency })
      .filter(({ stops }) => stops)
      .map(({ name }) => name);
  expect([10, 105, 106].map(named)).toEqual([['warm'], ['warm'], []]);
});

test('a release that does not know the shape of the table is refused, and a due backfill is reported', () => {
  expect(of({ ...ready, shape: { version: 99, reader: 99 } }, false)).toMatchObject([
    { name: 'shape', stops: true, says: expect.stringContaining('deploy a newer one') },
  ]);
  expect(of({ ...ready, shape: { version: 99, reader: 1 } })).toEqual([]);
  expect(of({ ...ready, shape: { version: 1, reader: 1 } })).toMatchObject([
    {
      name: 'backfill',
      stops: false,
      says: expect.stringContaining('`npx florin operator backfill --stage production`'),
    },
  ]);
  expect(of({ ...ready, shape: { version: shapeVersion, reader: leastReader } })).toEqual([]);
});
