/**
 * `npm run events` records one event for each function, as the local runner makes it from a real request, in
 * `<function>.json`. It writes the table's data and the answers to `state.json`. A second recording gives the same
 * files. Events that expire are left to `npx tsx lib/recorders/events/serve.ts`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOrUsage } from '../../command-line.ts';
import { root } from '../../root.ts';
import { startRecording } from '../start.ts';
import { environment } from './environment.ts';
import { expires, makeRecorder, printEvent } from './recorder.ts';
import { makeAsk } from './requests.ts';
import { everyRoute, prepare } from './scene.ts';
import { dump, printState, type State } from './state.ts';
import { runSteady, steadyContext, steadyEvent } from './steady.ts';

const { values: flags } = optionsOrUsage('npm run events -- [--to FOLDER]', {
  options: {
    /** The folder to write to. */
    to: { type: 'string', default: join(root, 'test/events') },
  },
});
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
  const scene = await prepare(ask, postAcquirerEvent, payOut);
  const items = await dump(running.dynamodb, Parameters.TABLE_NAME);
  const { events, answers } = recorder.start();
  await everyRoute(ask, scene);
  write(events, { publicKey: scene.merchant.key, answers, items });
  console.log(`${events.size} events, ${items.length} items`);
} finally {
  await running.stop();
}

function write(events: Map<string, unknown>, state: State): void {
  mkdirSync(flags.to, { recursive: true });
  for (const file of readdirSync(flags.to)) if (/^[A-Z]\w*\.json$/.test(file)) rmSync(join(flags.to, file));
  for (const [name, event] of events) {
    if (!expires(event)) writeFileSync(join(flags.to, `${name}.json`), printEvent(event));
  }
  writeFileSync(join(flags.to, 'state.json'), printState(state));
}

function postAcquirerEvent(event: object): Promise<void> {
  return handleMessage('ReceiveAcquirerEvent', event);
}

function payOut(merchantId: string): Promise<void> {
  return handleMessage('PayOut', { merchantId, time: '2026-03-13T03:00:00Z' });
}

/** Lets a job handle a message of its queue. */
async function handleMessage(job: string, message: object): Promise<void> {
  const Records = [{ messageId: 'events', body: JSON.stringify(message) }];
  const url = `${running.aws}/2015-03-31/functions/${job}/invocations`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ Records }) });
  const { batchItemFailures } = (await response.json()) as { batchItemFailures: unknown[] };
  if (batchItemFailures.length > 0) throw new Error(`Not accepted: ${JSON.stringify(message)}`);
}
