import { request, Server } from 'node:http';
import {
  answerTool,
  checkOf,
  readToolLink,
  sealFor,
} from '../../../functions/console/client/account/tool-link.ts';
import { keyFromConsole } from '../../../packages/cli/src/console-key.ts';

const consoleUrl = 'https://console.example.com';

const queryOf = (link: string) => new URLSearchParams(link.slice(link.indexOf('?')));

const post = (port: string | null, fields: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}/`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
  });

test('a response that comes while another one is checked is refused', async () => {
  const kept: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let link = '';
  const waiting = keyFromConsole({
    ...{ consoleUrl, merchantId: undefined },
    show: (shown) => {
      link = shown;
    },
    keep: async ({ key }) => {
      kept.push(key);
      await gate;
    },
  });
  while (!link) await new Promise((resolve) => setTimeout(resolve, 5));
  const query = queryOf(link);
  const [port, state, point] = ['port', 'state', 'point'].map((name) => query.get(name) ?? '');
  const sealed = async (key: string) => (await sealFor(point ?? '', state ?? ''))(key);
  const answer = async (key: string) =>
    post(port ?? '', { state: state ?? '', merchant: '', key: await sealed(key) });
  const first = answer('first');
  while (kept.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await answer('second')).status).toBe(403);
  release();
  expect((await first).headers.get('location')).toBe(`${consoleUrl}/#/tool/done`);
  await waiting;
  expect(kept).toEqual(['first']);
});

test('a web page whose host name points to this machine cannot pass a key to the tool', async () => {
  const kept: string[] = [];
  let link = '';
  const waiting = keyFromConsole({
    ...{ consoleUrl, merchantId: undefined },
    show: (shown) => {
      link = shown;
    },
    keep: async ({ key }) => {
      kept.push(key);
    },
  });
  while (!link) await new Promise((resolve) => setTimeout(resolve, 5));
  const [port = '', state = '', point = ''] = ['port', 'state', 'point'].map(
    (name) => queryOf(link).get(name) ?? '',
  );
  const body = async (key: string) =>
    new URLSearchParams({ state, merchant: '', key: await (await sealFor(point, state))(key) }).toString();
  const text = await body('theirs');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: `rebound.example:${port}`, 'content-length': Buffer.byteLength(text) };
    request({ host: '127.0.0.1', port, method: 'POST', path: '/', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(text);
  });
  expect([status, kept]).toEqual([403, []]);
  // Another program on this machine does not know the secret of the link.
  for (const wrong of ['', state.slice(1), `${state.slice(0, -1)}g`]) {
    const guess = { ...Object.fromEntries(new URLSearchParams(text)), state: wrong };
    expect((await post(port, guess)).status).toBe(403);
  }
  const large = { ...Object.fromEntries(new URLSearchParams(text)), more: 'x'.repeat(5000) };
  expect((await post(port, large)).status).toBe(403);
  expect(kept).toEqual([]);
  await post(port, Object.fromEntries(new URLSearchParams(await body('own'))));
  await waiting;
  expect(kept).toEqual(['own']);
});

test('only this machine reaches the port, which is closed when the tool stops waiting for a person', async () => {
  let link = '';
  const listen = jest.spyOn(Server.prototype, 'listen');
  const waiting = keyFromConsole({
    ...{ consoleUrl, merchantId: undefined },
    show: (shown) => {
      link = shown;
    },
    keep: async () => undefined,
    patience: 20,
  });
  await expect(waiting).rejects.toThrow('Nobody has made a key in the console in time.');
  expect(listen.mock.calls).toEqual([[0, '127.0.0.1', expect.any(Function)]]);
  listen.mockRestore();
  await expect(post(queryOf(link).get('port'), {})).rejects.toThrow('fetch failed');
});

test('the console reads the link of the tool, and no other one', async () => {
  let link = '';
  const ended = keyFromConsole({
    ...{ consoleUrl, merchantId: '5'.repeat(24), patience: 1 },
    show: (shown) => {
      link = shown;
    },
    keep: async () => undefined,
  }).catch(() => {});
  await ended;
  const query = Object.fromEntries(queryOf(link));
  const { port, merchant, ...rest } = query;
  expect(readToolLink(query)).toEqual({ port: Number(port), merchantId: merchant, ...rest });
  const { merchant: _, ...ofAny } = query;
  expect(readToolLink(ofAny)?.merchantId).toBeUndefined();
  const wrong = {
    port: ['', '80', '999', '65536', '99999', '080000', '3000/', '3000@evil.example', '1e4'],
    state: ['', 'a'.repeat(63), `${'a'.repeat(64)}a`, 'A'.repeat(64)],
    point: ['', 'a'.repeat(86), 'a'.repeat(88), `${'a'.repeat(86)}=`],
    device: ['', 'a'.repeat(64), '<b>', 'a b'],
    merchant: ['5f', 'x'.repeat(24), '5'.repeat(25)],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      expect([name, value, readToolLink({ ...query, [name]: value })]).toEqual([name, value, undefined]);
});

test('the console sends a key only to this device, in the body of a form, after it has shown what the terminal shows', () => {
  const made: Record<string, unknown>[] = [];
  const createElement = (name: string) => {
    const element = { element: name, append() {}, remove() {}, submit: () => made.push({ submitted: true }) };
    made.push(element);
    return element;
  };
  Object.assign(globalThis, { document: { createElement, body: { append() {} } } });
  try {
    answerTool(4321, { state: 's', key: 'k' });
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
  expect(made).toMatchObject([
    { element: 'form', method: 'post', action: 'http://127.0.0.1:4321/' },
    { element: 'input', type: 'hidden', name: 'state', value: 's' },
    { element: 'input', type: 'hidden', name: 'key', value: 'k' },
    { submitted: true },
  ]);
  expect(checkOf(`abcdef${'0'.repeat(58)}`)).toBe('abc def');
});
