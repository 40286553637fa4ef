import { setTimeout as sleep } from 'node:timers/promises';
import { type Florin, startFlorin } from '../api/support/florin.ts';

/** A Florin that can be killed at any point, and starts again on the same engine. */
export interface Machine {
  /** As it runs now, or as soon as it does. */
  florin(): Promise<Florin>;
  /** Pulls the plug, and starts it again. */
  crash(): Promise<void>;
  crashes: number;
  /** Lines that it has logged, whichever process it was, and that should wake an operator up. */
  alarms(): Promise<string[]>;
  stop(): Promise<void>;
}

/** An amount that was about to be written, and is wrong whatever was asked for. */
const alarmsIn = (florin: Florin): string[] =>
  florin
    .log()
    .split('\n')
    .filter((line) => line.includes('"BrokenInvariants"'));

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
  const alarms: string[] = [];
  const machine: Machine = {
    florin: () => running,
    crashes: 0,
    alarms: async () => [...alarms, ...alarmsIn(await running)],
    async crash() {
      const florin = await running;
      machine.crashes++;
      alarms.push(...alarmsIn(florin));
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
