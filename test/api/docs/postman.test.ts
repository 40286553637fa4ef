import { password, username } from '../support/hello.ts';
import { send } from '../support/http.ts';
import { isLive } from '../support/is-live.ts';
import { world } from '../support/world.ts';

const { api } = world();
const [baseUrl = '', posUrl] = [process.env.FLORIN_BASE_URL, process.env.FLORIN_POS_URL];

// biome-ignore lint/suspicious/noExplicitAny: a collection as Postman writes it
type Json = any;

/** A live stage makes no test merchant for strangers. */
const testIf = isLive ? test.skip : test;

const variablesOf = (collection: Json): Record<string, string> =>
  Object.fromEntries(collection.variable.map(({ key, value }: Json) => [key, value]));

test('the collection for Postman names the addresses of this Florin, and no key', async () => {
  const { headers, body } = await api('GET', '/docs/postman.json');
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
  });
  expect(variablesOf(body)).toMatchObject({ baseUrl, posUrl, apiKey: '' });
});

testIf('requests of the collection for Postman work after its variables are set', async () => {
  const { body: collection } = await api('GET', '/docs/postman.json');
  const variables: Record<string, string> = { ...variablesOf(collection), posUrl: posUrl ?? '' };
  const all: Json[] = collection.item.flatMap(({ item }: Json) => item.map(({ request }: Json) => request));

  /** Sends a request as Postman does, with its variables filled in. */
  async function run(method: string, path: string) {
    const request = all.find((one) => one.method === method && `/${one.url.path.join('/')}` === path);
    if (!request) throw new Error(`The collection lacks ${method} ${path}`);
    const filled = (text: string): string =>
      text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
        name === '$guid' ? crypto.randomUUID() : (variables[name] ?? ''),
      );
    const ofPath = Object.fromEntries(
      request.url.variable.map(({ key, value }: Json) => [key, filled(value)]),
    );
    const url = filled(request.url.raw).replace(/(?<=\/):(\w+)/g, (_, name: string) => ofPath[name]);
    const auth = request.auth ?? collection.auth;
    const [user, secret] = auth.basic?.map(({ value }: Json) => filled(value)) ?? [];
    const headers = Object.fromEntries(
      request.header
        .filter(({ disabled }: Json) => !disabled)
        .map(({ key, value }: Json) => [key, filled(value)]),
    );
    if (auth.basic) headers.authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
    return send(url, method, { headers, ...(request.body && { body: JSON.parse(request.body.raw) }) });
  }

  const { body: made } = await run('POST', '/apps');
  variables.apiKey = made.app.key;
  expect((await run('GET', '/me')).body.identity.id).toBe(made.app.id);
  const { body } = await run('POST', '/merchants');
  variables.merchantId = body.merchant.id;
  expect((await run('GET', '/merchants/:merchantId')).body.merchant.id).toBe(body.merchant.id);
  expect((await run('PUT', '/merchants/:merchantId')).status).toBe(204);
  expect((await run('GET', '/merchants/:merchantId/transactions')).body).toEqual([]);
  expect((await run('POST', '/merchants/:merchantId/links')).status).toBe(201);
  expect((await run('POST', '/merchants/:merchantId/webhooks')).status).toBe(201);
  expect((await run('POST', '/vault')).body).toEqual({ token: expect.any(String) });
  Object.assign(variables, { helloUser: username, helloPassword: password });
  expect((await run('GET', '/api/about')).status).toBe(200);
});

/** API Gateway refuses a request whose host it does not know. */
const testLocally = new URL(baseUrl).hostname === 'localhost' ? test : test.skip;

testLocally('a host in a header is text in the collection, not JSON', async () => {
  const { status, text } = await send(`${baseUrl}/docs/postman.json`, 'GET', {
    headers: { host: 'x"}],"item":[' },
  });
  expect([status, JSON.parse(text).item.length > 5]).toEqual([200, true]);
});
