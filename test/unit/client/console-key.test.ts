import { sealFor } from '../../../functions/console/client/seal.ts';
import { keyFromConsole } from '../../../packages/cli/src/console-key.ts';

const consoleUrl = 'https://console.example.com';

const queryOf = (link: string) => new URLSearchParams(link.slice(link.indexOf('?')));

const post = (port: string | null, fields: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}/`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
  });

test('an answer that comes while another one is checked is refused', async () => {
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

test('the tool stops waiting for a person, and the port is closed', async () => {
  let link = '';
  const waiting = keyFromConsole({
    ...{ consoleUrl, merchantId: undefined },
    show: (shown) => {
      link = shown;
    },
    keep: async () => undefined,
    patience: 20,
  });
  await expect(waiting).rejects.toThrow('Nobody has made a key in the console in time.');
  await expect(post(queryOf(link).get('port'), {})).rejects.toThrow('fetch failed');
});
