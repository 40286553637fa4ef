import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callEngine, signatureHeaders } from '../../../lib/local/dynamodb/engine.ts';
import { startGuard } from '../../../lib/local/guard.ts';
import type { Loopback } from '../../../lib/local/loopback.ts';
import { refusedByAws } from '../../../lib/local/model/validation.ts';
import { rolesOf } from '../../../lib/local/roles.ts';
import type { Template } from '../../../lib/local/template.ts';

const table = { 'Fn::GetAtt': ['Table', 'Arn'] };
const template: Template = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'florin' } },
    Reader: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['ReaderRole', 'Arn'] } } },
    ReaderRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [
          {
            PolicyDocument: {
              Statement: [
                {
                  Effect: 'Allow',
                  Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:BatchGetItem'],
                  Resource: table,
                },
                {
                  Effect: 'Allow',
                  Action: 'dynamodb:Query',
                  Resource: { 'Fn::Join': ['', [table, '/index/list']] },
                },
              ],
            },
          },
        ],
      },
    },
  },
};

let engine: Server;
let guard: Loopback;
const refusals: string[] = [];
const reached: string[] = [];

beforeAll(async () => {
  engine = createServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    reached.push(String(incoming.headers['x-amz-target']).replace(/^.*\./, ''));
    outgoing.end('{}');
  });
  await once(engine.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  guard = await startGuard(endpoint, rolesOf(template), (what) => refusals.push(what));
});

beforeEach(() => {
  refusals.length = 0;
  reached.length = 0;
});

afterAll(async () => {
  await guard.stop();
  engine.close();
});

/** Sends a request as a function, which has its name as its access key. */
async function send(caller: string, operation: string, input: object): Promise<string> {
  const answer = await fetch(guard.endpoint, {
    method: 'POST',
    headers: {
      authorization: signatureHeaders.authorization.replace('Credential=local', `Credential=${caller}`),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return `${answer.status} ${await answer.text()}`;
}

const of = (more: object = {}) => ({ TableName: 'florin', ...more });
const writes = (...kinds: string[]) => ({ TransactItems: kinds.map((kind) => ({ [kind]: of() })) });

test.each<[string, object]>([
  ['GetItem', of()],
  ['TransactWriteItems', writes('Put', 'Put')],
  ['TransactGetItems', writes('Get')],
  ['Query', of({ IndexName: 'list' })],
  ['BatchGetItem', { RequestItems: { florin: {} } }],
])('the guard passes on a request that the role allows: %s %j', async (operation, input) => {
  expect(await send('Reader', operation, input)).toBe('200 {}');
  expect([refusals, reached]).toEqual([[], [operation]]);
});

test.each<[string, object, refused: string]>([
  ['UpdateItem', of(), 'dynamodb:UpdateItem'],
  ['TransactWriteItems', writes('Put', 'ConditionCheck'), 'dynamodb:ConditionCheckItem'],
  ['TransactWriteItems', writes('Delete', 'Put'), 'dynamodb:DeleteItem'],
  ['Query', of(), 'dynamodb:Query'],
  ['Query', of({ IndexName: 'pending' }), 'dynamodb:Query'],
  ['GetItem', { TableName: 'another' }, 'dynamodb:GetItem'],
  ['BatchGetItem', { RequestItems: { florin: {}, another: {} } }, 'dynamodb:BatchGetItem'],
])('the guard refuses a request that the role does not allow: %s %j', async (operation, input, action) => {
  const answer = await send('Reader', operation, input);
  expect(answer).toMatch(/^400 .*#AccessDeniedException/);
  expect(answer).toContain(`is not authorized to perform: ${action} on resource: arn:aws:dynamodb:`);
  expect(refusals).toHaveLength(1);
  expect(reached).toEqual([]);
});

test('the guard refuses and reports a request that only the local engine accepts', async () => {
  const answer = await send('Reader', 'Query', of({ IndexName: 'list', FilterExpression: 'kind = :kind' }));
  expect(answer).toMatch(/^400 .*#ValidationException.*undefined :kind/);
  expect([refusals.length, refusals[0]]).toEqual([1, expect.stringContaining(refusedByAws)]);
  expect(reached).toEqual([]);
});

test('the guard passes on every request with the developer’s credentials', async () => {
  await callEngine(guard.endpoint)('DeleteTable', of());
  expect(reached).toEqual(['DeleteTable']);
});
