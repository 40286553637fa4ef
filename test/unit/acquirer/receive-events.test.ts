import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const mockRead = jest.fn();
const mockSent: [queue: string, messages: unknown[]][] = [];

jest.mock('../../../functions/core/acquirer/registry.ts', () => ({
  eventReaderOf: (name: string) => (name === 'acme' ? mockRead : undefined),
}));
jest.mock('../../../functions/core/aws/sqs.ts', () => ({
  sendMessages: async (queue: string, messages: unknown[]) => {
    mockSent.push([queue, messages]);
  },
}));

let handler: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

beforeAll(async () => {
  process.env.ACQUIRER_EVENTS_URL = 'https://sqs.example/events';
  for (const name of ['info', 'error', 'log'] as const) jest.spyOn(console, name).mockReturnValue();
  const loaded = await import('../../../functions/acquirers/events.ts');
  handler = loaded.handler as unknown as typeof handler;
});
beforeEach(() => {
  mockSent.length = 0;
  mockRead.mockReset();
});
afterAll(() => jest.restoreAllMocks());

/** `JSON.stringify` would print this body with other spaces, but the signature is valid only for the bytes as sent. */
const body = '{ "id": "evt_1",\n  "amount": 1.0 }';

async function receive(acquirer = 'acme') {
  const { statusCode, body: text } = await handler({
    ...{ httpMethod: 'POST', resource: `/acquirers/${acquirer}/events`, path: '/x', isBase64Encoded: false },
    ...{ headers: { 'Acme-Signature': 's' }, multiValueHeaders: { 'Acme-Signature': ['s'] } },
    ...{ body, pathParameters: null, queryStringParameters: null },
    requestContext: { requestId: 'r1', path: '/x', identity: {} },
  } as unknown as APIGatewayProxyEvent);
  return [statusCode, JSON.parse(text)];
}

test('the adapter reads the body as it was sent and each header, and its events go to the queue with its name', async () => {
  mockRead.mockImplementation(async ({ header }) => ({
    state: 'read',
    events: [
      { type: 'payout.paid', reference: header('acme-signature') },
      { type: 'payout.paid', reference: '2' },
    ],
  }));
  expect(await receive()).toEqual([200, { received: true }]);
  expect(mockRead.mock.calls.map(([given]) => given.body)).toEqual([body]);
  expect(mockSent).toEqual([
    [
      'https://sqs.example/events',
      ['s', '2'].map((reference) => ({ body: { acquirer: 'acme', type: 'payout.paid', reference } })),
    ],
  ]);
});

test.each([
  ['is of no interest', { state: 'read', events: [] }, [200, { received: true }]],
  ['is of the other mode', { state: 'other mode', type: 't', live: true }, [200, { received: true }]],
  ['is of another version', { state: 'other version', type: 't' }, [200, { received: true }]],
  [
    'has no right signature',
    { state: 'unsigned', title: 'No' },
    [401, { error: 'UNAUTHORIZED', message: 'No', text: 'No' }],
  ],
  ['is of an acquirer without keys', { state: 'unconfigured' }, [404, expect.anything()]],
])('an event that %s puts nothing into the queue', async (_, reading, expected) => {
  mockRead.mockResolvedValue(reading);
  expect(await receive()).toEqual(expected);
  expect(mockSent).toEqual([]);
});

test('an acquirer that Florin does not know returns 404', async () => {
  expect((await receive('other'))[0]).toBe(404);
});
