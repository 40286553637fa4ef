import { loadFlorin } from '../../../packages/florin/src/checkout.ts';

interface Script {
  src: string;
  onload(): void;
  onerror(): void;
  remove(): void;
}

const added: Script[] = [];
const createElement = () => ({ remove: () => added.pop() });

beforeEach(() => {
  const document = { createElement, head: { append: (script: Script) => added.push(script) } };
  Object.assign(globalThis, { document, window: { Florin: ({ key }: { key: string }) => `sdk of ${key}` } });
});

afterEach(() => {
  for (const name of ['document', 'window']) Reflect.deleteProperty(globalThis, name);
});

test('sdk.js is loaded once for each Florin, whatever the keys, and again after a failure', async () => {
  const failed = loadFlorin('https://pay.example', { key: 'a' });
  added[0]?.onerror();
  await expect(failed).rejects.toMatchObject({ code: 'unavailable' });
  expect(added).toEqual([]);
  const [pay, other] = ['https://pay.example', 'https://other.example'] as const;
  const loaded = Promise.all([
    loadFlorin(pay, { key: 'a' }),
    loadFlorin(pay, { key: 'b' }),
    loadFlorin(other, { key: 'c' }),
  ]);
  // The assertion below reports a failure better than an unhandled rejection would.
  loaded.catch(() => {});
  expect(added.map(({ src }) => src)).toEqual([`${pay}/sdk.js`, `${other}/sdk.js`]);
  for (const { onload } of added) onload();
  expect(await loaded).toEqual(['sdk of a', 'sdk of b', 'sdk of c']);
});
