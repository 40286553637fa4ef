import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../../local/start-options.ts';
import { logicalIdOf } from '../../stack/logical-id.ts';
import { startRecording } from '../start.ts';
import { environment } from './environment.ts';
import { expires, makeRecorder, printEvent } from './recorder.ts';
import { makeAsk } from './requests.ts';
import { everyRoute, prepare } from './scene.ts';
import { dump, printState, type State } from './state.ts';
import { runSteady, steadyContext, steadyEvent } from './steady.ts';

/**
 * Records one event for each function, as the local runner makes it from a real request, in `<function>.json` of a folder.
 * It writes the table's data and the answers to `state.json`. A second recording gives the same files. Events that expire
 * are left to {@link writeFresh}.
 */
export async function recordEvents(folder: string): Promise<State> {
  const { Parameters } = environment();
  let calls = 0;
  const recorder = makeRecorder((event, context, run) => {
    const n = ++calls;
    return runSteady(n, ({ now }) => run(steadyEvent(event, n, now), { ...context, ...steadyContext(n) }));
  });
  const running = await startRecording({
    triggers: false,
    sealKey: Parameters.SEAL_KEY,
    helloCredentials: Parameters.HELLO_CREDENTIALS,
    load: recorder.load,
  });
  try {
    const ask = makeAsk(running, Parameters.HELLO_CREDENTIALS);
    const scene = await prepare(
      ask,
      (event) => handleMessage(running, 'ReceiveAcquirerEvent', event),
      (merchantId) => handleMessage(running, 'PayOut', { merchantId, time: '2026-03-13T03:00:00Z' }),
    );
    const items = await dump(running.dynamodb, Parameters.TABLE_NAME);
    const { events, answers } = recorder.start();
    await everyRoute(ask, scene, (route) => events.has(logicalIdOf(route)));
    const state = { publicKey: scene.merchant.key, answers, items };
    write(folder, events, state);
    return state;
  } finally {
    await running.stop();
  }
}

function write(folder: string, events: Map<string, unknown>, state: State): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, event] of events)
    if (!expires(event)) writeFileSync(join(folder, `${name}.json`), printEvent(event));
  writeFileSync(join(folder, 'state.json'), printState(state));
}

/** Lets a job handle a message of its queue. */
async function handleMessage({ aws }: Running, job: string, message: object): Promise<void> {
  const Records = [{ messageId: 'events', body: JSON.stringify(message) }];
  const url = `${aws}/2015-03-31/functions/${job}/invocations`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ Records }) });
  const { batchItemFailures } = (await response.json()) as { batchItemFailures: unknown[] };
  if (batchItemFailures.length > 0) throw new Error(`Not accepted: ${JSON.stringify(message)}`);
}
