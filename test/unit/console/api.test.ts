import { getEventListeners } from 'node:events';
import { changesOf } from '../../../functions/console/client/browser/drafts.ts';
import { saveTemplate } from '../../../functions/console/client/links/link-templates.tsx';
import {
  call,
  configure,
  Refusal,
  Unreachable,
  unshown,
} from '../../../functions/console/client/requests/api.ts';
import { type StepUpKind, setStepUpDialog } from '../../../functions/console/client/requests/step-up.ts';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}
const sent: Sent[] = [];
/** The answers to the next requests, in order: a status with JSON or a text, or a failure of the network. */
let answers: ([status: number, body: object | string] | Error)[] = [];
let signedOut = 0;
let forbidden = 0;
const credentials = new Set<unknown>();
const asked: StepUpKind[] = [];
/** Whether the user gives the next step-up. */
let stepUps: boolean[] = [];

beforeEach(() => {
  for (const list of [sent, asked]) list.length = 0;
  signedOut = 0;
  forbidden = 0;
  configure({ base: '/prod', signedOut: () => signedOut++, forbidden: () => forbidden++ });
  setStepUpDialog(async (by) => {
    asked.push(by);
    return stepUps.shift() ?? false;
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const { method = '', headers, body } = init ?? {};
    credentials.add(init?.credentials);
    sent.push({ method, path: String(path), headers: headers as Record<string, string>, body });
    const answer = answers.shift() ?? new Error('No answer');
    if (answer instanceof Error) throw answer;
    const [status, content] = answer;
    const isText = typeof content === 'string';
    const typeOfText = String(content).startsWith('<svg') ? 'image/svg+xml; charset=utf-8' : 'text/html';
    return new Response(status === 204 ? null : isText ? content : JSON.stringify(content), {
      status,
      headers: { 'content-type': isText ? typeOfText : 'application/json; charset=utf-8' },
    });
  });
});
afterEach(() => jest.restoreAllMocks());

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const refund = () => call('POST', 'api/transactions/1/refunds', { body: { amount: 5 }, key: 'k' });

test('a QR code is returned as text', async () => {
  answers = [[200, '<svg></svg>']];
  expect(await call('GET', 'api/links/1/qr')).toBe('<svg></svg>');
});

test('a request has the header of the console, its key and its filters, without those that are empty', async () => {
  answers = [
    [200, { ok: true }],
    [204, ''],
    [201, {}],
    [202, ''],
  ];
  expect(await call('GET', 'session', { query: { limit: 9, before: undefined, q: '' } })).toEqual({
    ok: true,
  });
  expect(await call('DELETE', 'session')).toBe('');
  await refund();
  expect(await call('POST', 'session')).toBe('');
  expect(sent.splice(3)).toHaveLength(1);
  expect(sent).toEqual([
    { method: 'GET', path: '/prod/session?limit=9', headers: { 'Florin-Console': '1' }, body: undefined },
    { method: 'DELETE', path: '/prod/session', headers: { 'Florin-Console': '1' }, body: undefined },
    {
      ...{ method: 'POST', path: '/prod/api/transactions/1/refunds', body: '{"amount":5}' },
      headers: { 'Florin-Console': '1', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
    },
  ]);
  expect([...credentials]).toEqual(['same-origin']);
  configure({ base: '', signedOut: () => {}, sender: 'till' });
  answers = [[200, {}]];
  await call('GET', 'till/session');
  expect(sent.at(-1)).toMatchObject({ path: '/till/session', headers: { 'Florin-Console': 'till' } });
});

test.each<[string, (typeof answers)[number]]>([
  ['the connection is lost', new TypeError('fetch failed')],
  ['Florin fails', [500, { error: 'INTERNAL_ERROR', message: 'x' }]],
  ['Florin is too busy', [503, { error: 'UNAVAILABLE', message: 'x' }]],
  ['the gateway gives up', [504, { error: 'TIMEOUT', message: 'x' }]],
  ['another server answers', [502, '<html>Bad gateway</html>']],
  ['a Wi-Fi network answers with its login page', [200, '<html>Sign in</html>']],
])('a request may have had its effect if %s, and is not sent again by itself', async (_, answer) => {
  answers = [answer];
  expect(await errorOf(refund())).toBeInstanceOf(Unreachable);
  expect(sent).toHaveLength(1);
});

test('a 504 about an open operation is a response of Florin, with its own code', async () => {
  answers = [[504, { error: 'OPERATION_OPEN', message: 'x', operation: 'o1' }]];
  expect(await errorOf(refund())).toMatchObject({ status: 504, code: 'OPERATION_OPEN' });
});

test('only a response that the session is over signs the user out', async () => {
  answers = [
    [403, { error: 'FORBIDDEN', message: 'x' }],
    [429, { error: 'THROTTLED', message: 'x' }],
  ];
  await errorOf(refund());
  await errorOf(refund());
  expect(signedOut).toBe(0);
  answers = [[401, { error: 'SESSION_MISSING', message: 'Sign in' }]];
  expect(await errorOf(refund())).toBeInstanceOf(Refusal);
  expect(signedOut).toBe(1);
});

test('a request without a right loads the session again, unless it asks for a step-up or is that request', async () => {
  const refuse = async (error: string, asksForRights?: boolean) => {
    answers = [[403, { error, message: 'x', by: 'passkey' }]];
    await errorOf(call('GET', 'x', { asksForRights }));
    return forbidden;
  };
  expect(await refuse('FORBIDDEN')).toBe(1);
  expect(await refuse('PROOF_REQUIRED')).toBe(1);
  expect(await refuse('FORBIDDEN', true)).toBe(1);
  expect(signedOut).toBe(0);
});

test('a refusal has the errors of fields, or the reason of a decline', async () => {
  answers = [
    [400, [{ field: 'amount', message: 'Exceeds 4' }]],
    [400, [{ code: 12, message: 'No' }]],
  ];
  expect(await errorOf(refund())).toMatchObject({
    faults: [{ field: 'amount', message: 'Exceeds 4' }],
  });
  expect(await errorOf(refund())).toMatchObject({ faults: [], decline: 12 });
});

describe('if the server asks for a step-up', () => {
  const missing = (by: string): [number, object] => [403, { error: 'PROOF_REQUIRED', message: 'x', by }];

  test('the same request is sent again with the same key, and as often as the user proves it', async () => {
    stepUps = [true, true];
    answers = [missing('passkey'), missing('link'), [201, { transaction: {} }]];
    expect(await refund()).toEqual({ transaction: {} });
    expect(asked).toEqual(['passkey', 'link']);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('a request ends if the server asks for a step-up and the user gives none', async () => {
    stepUps = [true, false];
    answers = [missing('passkey'), missing('passkey')];
    expect(await errorOf(refund())).toMatchObject({ status: 403, stepUp: 'passkey' });
    expect(sent).toHaveLength(2);
  });
});

test('requests with one signal leave no listeners on it, whether they succeed or fail', async () => {
  const { signal } = new AbortController();
  answers = [[200, {}], new TypeError('fetch failed')];
  await call('GET', 'session', { signal });
  await errorOf(call('GET', 'session', { signal }));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a request with a signal that is aborted already is cancelled before it is sent', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
  const { name } = await errorOf(call('GET', 'session', { signal: AbortSignal.abort() }));
  expect(name).toBe('AbortError');
});

test('a request that its caller has cancelled does not count as a failure of the network', async () => {
  const controller = new AbortController();
  const cancelled = new Error('Cancelled');
  answers = [cancelled];
  controller.abort();
  expect(await errorOf(call('GET', 'session', { signal: controller.signal }))).toBe(cancelled);
  const later = new AbortController();
  jest.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    const { signal } = init ?? {};
    later.abort();
    return signal?.aborted ? Promise.reject(cancelled) : Promise.resolve(Response.json({}));
  });
  expect(await errorOf(call('GET', 'session', { signal: later.signal }))).toBe(cancelled);
});

test('a form sends only the fields that its user has changed, so that it undoes no change of another one', () => {
  const before = { name: 'Shop', ask: ['email'], limit: 0 };
  expect(changesOf(before, { ...before, ask: ['email'] })).toEqual({});
  expect(changesOf(before, { ...before, name: '', limit: 5 })).toEqual({ name: '', limit: 5 });
});

test('a template replaces the version of the same name that its user has seen, and no other template', async () => {
  const terms = {
    amount: null,
    currency: 'EUR',
    text: 'Tea',
    reference: null,
    uses: 1,
    days: null,
    methods: [],
  };
  const known = [{ id: '1', version: 'v1', name: 'Tea', ...terms }];
  answers = [
    [204, ''],
    [204, ''],
  ];
  await saveTemplate('m1', 'Tea', terms, known);
  await saveTemplate('m1', 'Coffee', terms, known);
  const shown = { currency: 'EUR', text: 'Tea', uses: 1, methods: [] };
  expect(sent.map(({ method, path, body }) => [method, path, JSON.parse(String(body))])).toEqual([
    ['PUT', '/prod/api/merchants/m1/templates', { name: 'Tea', ...shown, replaces: 'v1' }],
    ['PUT', '/prod/api/merchants/m1/templates', { name: 'Coffee', ...shown }],
  ]);
});

test('a form shows each error: beside its field, or else in its alert', () => {
  const refusal = (...fields: string[]) =>
    new Refusal(
      400,
      fields.map((field) => ({ field, message: 'Must …' })),
    );
  const fields = ['name', 'files.0'];
  expect(unshown(refusal('name', 'files.0.content'), fields)).toBeUndefined();
  for (const error of [
    ...[refusal('body'), refusal('name', 'body'), refusal('files.1.content'), refusal('names')],
    ...[new Refusal(409, { error: 'CONFLICT' }), new Unreachable()],
  ])
    expect(unshown(error, fields)).toBe(error);
  expect(unshown(undefined, fields)).toBeUndefined();
});
