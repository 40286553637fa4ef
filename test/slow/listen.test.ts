import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startReceiver, verified } from '../api/support/receiver.ts';
import { until } from '../api/support/until.ts';
import { world } from '../api/support/world.ts';

const { api, shop } = world();

jest.setTimeout(120_000);

/** Starts a command of `npm run`, and collects its output. */
function run(script: string, args: string[], env: Record<string, string>) {
  const command = ['--import', 'tsx', `lib/webhooks/${script}.ts`, ...args];
  const child: ChildProcess = spawn(process.execPath, command, { env: { ...process.env, ...env } });
  const made = { child, output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      made.output += chunk;
    });
  return made;
}

const end = async ({ child }: { child: ChildProcess }): Promise<number | null> => {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
};

test('npm run listen forwards the signed events that npm run trigger causes, and removes its endpoint at the end', async () => {
  const { key, merchant } = await shop();
  const env = {
    FLORIN_BASE_URL: process.env.FLORIN_BASE_URL ?? '',
    FLORIN_POS_URL: process.env.FLORIN_POS_URL ?? '',
    FLORIN_KEY: key,
    FLORIN_MERCHANT: merchant.id,
  };
  const webhooks = async () =>
    (await api('GET', `/merchants/${merchant.id}/webhooks`, { key, query: { limit: 10 } })).body;
  const server = await startReceiver();
  const listen = run('listen', ['--forward-to', server.url], env);
  try {
    const said = await until(
      async () => listen.output,
      (output) => output.includes('whsec_'),
    );
    const trigger = run('trigger', ['dispute.opened'], env);
    expect([await end(trigger), trigger.output]).toEqual([0, 'dispute.opened: done\n']);
    const events = await server.events(4);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'dispute.lost',
      'dispute.opened',
      'transaction.captured',
      'transaction.created',
    ]);
    const [, secret = ''] = /(whsec_\S+)/.exec(said) ?? [];
    for (const received of server.received) expect(verified(secret, received)).toEqual(received.event);
    await until(
      async () => listen.output,
      (output) => output.split('→ 204').length === 5,
    );
    expect(await webhooks()).toHaveLength(1);
    listen.child.kill('SIGINT');
    expect(await end(listen)).toBe(0);
    expect(await webhooks()).toEqual([]);
  } finally {
    listen.child.kill('SIGKILL');
    await server.stop();
  }
});

test('npm run trigger fails for an unknown event type, and lists the known types', async () => {
  const trigger = run('trigger', ['dispute.eaten'], {});
  expect(await end(trigger)).toBe(1);
  expect(trigger.output).toContain('dispute.opened');
});
