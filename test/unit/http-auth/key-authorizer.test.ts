const appId = '0123456789abcdef01234567';
const key = '01234567-89ab-cdef-0123-456789abcdef';
const asked: string[] = [];

jest.mock('../../../functions/core/store/merchants/apps.ts', () => ({
  appOfKey: async (given: string) => {
    asked.push(given);
    return given === key ? appId : undefined;
  },
}));

type Handler = typeof import('../../../functions/authorizers/key.ts')['handler'];
let handler: Handler;

beforeAll(async () => {
  ({ handler } = await import('../../../functions/authorizers/key.ts'));
});

const api = 'arn:aws:execute-api:eu-west-1:000000000000:abc/sandbox';
const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const ask = (authorizationToken: string, methodArn = `${api}/GET/me`) =>
  handler({ type: 'TOKEN', authorizationToken, methodArn });

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
