import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../local/runner.ts';
import type { Synthesized } from '../../local/start-options.ts';
import { environment } from './environment.ts';
import { expires, makeRecorder, printEvent } from './recorder.ts';
import { makeAsk } from './requests.ts';
import { everyPayment } from './scene.ts';
import { load, type State } from './state.ts';

/**
 * Writes the events that expire into `folder`; they are valid for an hour. They are recorded on a table of their own
 * with the data of `state`, so that they fit every table with this data.
 *
 * @returns their names
 */
export async function writeFresh(
  folder: string,
  assembly: Synthesized,
  { items, publicKey }: State,
): Promise<string[]> {
  const { TABLE_NAME, SEAL_KEY, HELLO_CREDENTIALS } = environment().Parameters;
  const recorder = makeRecorder();
  const running = await start({
    port: 0,
    posPort: 0,
    consolePort: 0,
    awsPort: 0,
    memory: true,
    throttle: false,
    triggers: false,
    sealKey: SEAL_KEY,
    synth: () => assembly,
    load: recorder.load,
  });
  try {
    await load(running.dynamodb, TABLE_NAME, items);
    const { events } = recorder.start();
    await everyPayment(makeAsk(running, HELLO_CREDENTIALS), publicKey);

    const fresh = [...events].filter(([, event]) => expires(event));
    for (const [name, event] of fresh) writeFileSync(join(folder, `${name}.json`), printEvent(event));
    return fresh.map(([name]) => name);
  } finally {
    await running.stop();
  }
}
