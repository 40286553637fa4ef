import type { IncomingMessage } from 'node:http';
import { awsService } from '../aws-service.ts';

const environment = { ...process.env };

/** Loads the module again, as it reads the environment when loaded. */
async function load(variables: Record<string, string>) {
  Object.assign(process.env, { HELLO_CREDENTIALS: '' }, variables);
  jest.resetModules();
  const { login } = await import('../../../functions/core/vault/login.ts');
  return login;
}

afterEach(() => {
  process.env = { ...environment };
});

test('on a laptop, user name and password come from the environment', async () => {
  const login = await load({ HELLO_CREDENTIALS: 'florin:a:b' });
  expect(await login.current()).toMatchObject({ username: 'florin', password: 'a:b' });
});

describe('in AWS', () => {
  const requests: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  const secret = { SecretString: '{"username":"florin","password":"first"}', VersionId: 'version-1' };
  let status = 200;
  const secrets = awsService((body, headers) => {
    requests.push({ headers, body });
    return [status, status === 200 ? secret : { __type: 'AccessDenied' }];
  });
  let variables: Record<string, string>;

  beforeAll(async () => {
    variables = {
      AWS_ENDPOINT_URL: await secrets.listen(),
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'AKID',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      HELLO_SECRET: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:HelloSecret-AbCdEf',
    };
  });
  beforeEach(() => {
    requests.length = 0;
    status = 200;
  });

  test('user name and password come from Secrets Manager, by one signed request', async () => {
    const login = await load(variables);
    expect(await login.current()).toMatchObject({ username: 'florin', password: 'first' });
    await login.current();
    expect(requests).toEqual([
      {
        headers: expect.objectContaining({
          'x-amz-target': 'secretsmanager.GetSecretValue',
          'x-amz-security-token': 'token',
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/secretsmanager\/aws4_request/,
          ),
        }),
        body: { SecretId: variables.HELLO_SECRET },
      },
    ]);
  });

  test('every Lambda environment has the same key for nonces until the secret has another version', async () => {
    const keyOf = async () => (await (await load(variables)).current()).nonceKey.toString('hex');
    const [one, other] = [await keyOf(), await keyOf()];
    expect(one).toBe(other);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    secret.VersionId = 'version-2'; // with the same password
    expect(await keyOf()).not.toBe(one);
  });

  test('each new version of a secret has a token of its own, and a refusal is an error without the value', async () => {
    await load(variables);
    const { writeSecret } = await import('../../../functions/core/vault/secret.ts');
    for (const value of ['one', 'two']) await writeSecret('arn', value);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(requests.map(({ body }) => body)).toEqual([
      { SecretId: 'arn', SecretString: 'one', ClientRequestToken: uuid },
      { SecretId: 'arn', SecretString: 'two', ClientRequestToken: uuid },
    ]);
    const tokens = requests.map(({ body }) => (body as { ClientRequestToken: string }).ClientRequestToken);
    expect(new Set(tokens).size).toBe(2);
    status = 400;
    await expect(writeSecret('arn', 'three')).rejects.toThrow(
      /^Secrets Manager PutSecretValue failed: 400 AccessDenied$/,
    );
  });

  test('an error contains neither the name nor the value of the secret', async () => {
    status = 400;
    const login = await load(variables);
    await expect(login.current()).rejects.toThrow(
      /^Secrets Manager GetSecretValue failed: 400 AccessDenied$/,
    );
  });
});
