import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

const appId = '0123456789abcdef01234567';
const key = '01234567-89ab-cdef-0123-456789abcdef';
const asked: string[] = [];
const noted: unknown[] = [];

jest.mock('../../../functions/core/store/merchants/apps.ts', () => ({
  findKey: async (given: string) => {
    asked.push(given);
    return given === key ? { appId } : undefined;
  },
}));
jest.mock('../../../functions/core/usecases/accounts/note-use.ts', () => ({
  noteUse: (...use: unknown[]) => noted.push(use),
}));

type Handler = typeof import('../../../functions/authorizers/key.ts')['handler'];
let handler: Handler;

beforeAll(async () => {
  ({ handler } = await import('../../../functions/authorizers/key.ts'));
});

const api = 'arn:aws:execute-api:eu-west-1:000000000000:abc/sandbox';
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const ask = (authorization: string, methodArn = `${api}/GET/me`) =>
  handler({
    type: 'REQUEST',
    methodArn,
    multiValueHeaders: { authorization: [authorization] },
    requestContext: { identity: { sourceIp: '192.0.2.7' } },
  } as unknown as APIGatewayRequestAuthorizerEvent);

test('the use of a known key is noted with the address of the request, and that of an unknown key is not', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  noted.length = 0;
  await ask(basic('', '00000000-0000-0000-0000-000000000000'));
  await ask(basic('user', key));
  expect(noted).toEqual([]);
  await ask(basic('', key));
  expect(noted).toEqual([[{ appId }, '192.0.2.7']]);
  jest.restoreAllMocks();
});

test('the event of an earlier release’s API, which has only the header, is answered', async () => {
  noted.length = 0;
  const event = { type: 'TOKEN', authorizationToken: basic('', key), methodArn: `${api}/GET/me` } as const;
  expect(await handler(event)).toMatchObject({ principalId: appId });
  expect(noted).toEqual([]);
});

test.each([`${api}/GET/me`, `${api}/POST/merchants/1/transactions`, `${api}/GET/`])(
  'a request for %s with a valid key gets a policy for every route of this stage of this API',
  async (methodArn) => {
    expect(await ask(basic('', key), methodArn)).toEqual({
      principalId: appId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/*` }],
      },
    });
  },
);

test.each([basic('', key.toUpperCase()), basic('', key).replace('Basic', 'bAsIc')])(
  'the header %s, with another case, is accepted',
  async (header) => {
    expect(await ask(header)).toMatchObject({ principalId: appId });
  },
);

test.each([
  basic('user', key),
  basic(' ', key),
  basic('*', key),
  basic(key, key),
  basic(key, ''),
  basic('', ''),
  `Bearer ${key}`,
  `Basic ${key}`,
  'Basic',
  '',
])('%s is refused without a read of the table', async (header) => {
  asked.length = 0;
  expect(await ask(header)).toMatchObject({
    principalId: 'nobody',
    context: { message: 'Send HTTP Basic: empty user name, the API key as password' },
  });
  expect(asked).toEqual([]);
});

test('a refused key leaves a line, without anything of the key', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await ask(basic('', '00000000-0000-0000-0000-000000000000'), `${api}/POST/merchants/1/transactions`);
  await ask(basic('', key));
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  expect(lines).toEqual([
    { level: 'info', method: 'POST', status: 401, refused: 'This API key is not known here' },
  ]);
});

test.each([
  ['of another app', '00000000-0000-0000-0000-000000000000', 1],
  ['without its last letter', '01234567-89ab-cdef-0123-456789abcde', 0],
  ['with a space', `${key} `, 0],
  ['with a letter more', `x${key}`, 0],
  ['sent twice', `${key}:${key}`, 0],
  ['that is none', 'secret', 0],
])('a key %s is denied on every route, with a message that it is unknown', async (_, unknown, reads) => {
  asked.length = 0;
  expect(await ask(basic('', unknown))).toEqual({
    principalId: 'nobody',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Deny', Action: 'execute-api:Invoke', Resource: `${api}/*` }],
    },
    context: {
      challenge: 'Basic realm="florin"',
      name: 'error',
      copy: 'text',
      message: 'This API key is not known here',
    },
  });
  expect(asked).toHaveLength(reads);
});
