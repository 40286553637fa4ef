import { setTimeout as sleep } from 'node:timers/promises';
import { type Florin, startFlorin } from '../api/support/florin.ts';

/** A Florin that can be killed at any point, and starts again on the same engine. */
export interface Machine {
  /** As it runs now, or as soon as it does. */
  florin(): Promise<Florin>;
  /** Kills Florin, and starts it again. */
  crash(): Promise<void>;
  crashes: number;
  /** The log of all its processes. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** @param env what it finds in its environment, beside what every simulation's does */
export async function startMachine(engine: string, env: Record<string, string> = {}): Promise<Machine> {
  const sealKey = Buffer.alloc(32, 7).toString('base64');
  const start = () =>
    startFlorin(['--memory'], {
      DYNAMODB_ENDPOINT: engine,
      SEAL_KEY: sealKey,
      FLORIN_VISIBILITY_SECONDS: '20',
      PAY_TEST_MERCHANTS: 'yes',
      // They run mails and webhooks, which are not audited, and slow a long round more than all else.
      FLORIN_STREAMS: 'off',
      ...env,
    });
  let running = start();
  await running;
  let killed = '';
  const machine: Machine = {
    florin: () => running,
    crashes: 0,
    log: async () => killed + (await running).log(),
    async crash() {
      const florin = await running;
      machine.crashes++;
      killed += florin.log();
      running = florin.kill().then(async () => {
        await sleep(100); // what it sent last is on its way
        return start();
      });
      await running;
    },
    stop: async () => (await running).stop(),
  };
  return machine;
}
