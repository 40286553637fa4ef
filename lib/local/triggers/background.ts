import { makeAws } from '../aws/aws.ts';
import { makeEraseMails } from '../aws/erase-mails.ts';
import { openQueues, readQueues } from '../aws/queues.ts';
import { callEngine, makeLocalTable } from '../dynamodb/engine.ts';
import { watchWrites } from '../dynamodb/watch-writes.ts';
import type { Invoke } from '../functions.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Requests } from '../requests.ts';
import { physicalId, type Template } from '../template.ts';
import { makeWakeUp } from '../wake-up.ts';
import { makeActivity } from './activity.ts';
import { makeInvokeLater } from './asynchronous.ts';
import { makeIdleJobs } from './idle-jobs.ts';
import { keptClock } from './kept-clock.ts';
import { makeClock, startClock } from './move-clock.ts';
import { startTriggers, type Triggered } from './triggers.ts';

interface Options {
  template: Template;
  /** The endpoint of the DynamoDB engine. */
  endpoint: string;
  /** The engine's database file, if it is known. */
  file?: string;
  invoke: Invoke;
  /** The newest requests to this Florin. */
  requests: Requests;
  /** The folder that e-mail is written to. */
  mail: string;
  /** Whether streams, queues and schedules run functions. */
  triggers: boolean;
  /** The visibility timeout of all queues, in place of the template's. */
  visibilitySeconds?: number;
  /** The time at which the clock starts, if it is not later already. */
  clock?: string;
  note(text: string): void;
  report(error: unknown): void;
}

export interface Background {
  /** Calls a function, and then reads the streams and queues soon, as the function may have written to them. */
  invoke: Invoke;
  /** Answers requests to AWS. */
  aws: Gateway;
  triggered: Triggered[];
  /** Moves the clock to where the options want it, once the APIs answer. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the work that no request causes: that of queues, schedules and the table's stream. */
export async function startBackground(options: Options): Promise<Background> {
  const { template, endpoint, file, requests, mail, visibilitySeconds, note, report } = options;
  const wakeUp = makeWakeUp();
  const call = callEngine(endpoint);
  const ofTemplate = readQueues(template, visibilitySeconds);
  const isNew = await makeLocalTable(call);
  const kept = keptClock(call);
  const later = await startClock(kept, options.clock, isNew);
  const queues = await openQueues(ofTemplate, call, wakeUp);

  const activity = makeActivity();
  const eraseMails = makeEraseMails({ call, table: physicalId(template, 'Table'), mail });
  const invoke: Invoke = async (id, event) => {
    try {
      const answer = await activity.during(() => options.invoke(id, event));
      await eraseMails(id, event, answer).catch(report);
      return answer;
    } finally {
      activity.calls++;
      wakeUp.wake();
    }
  };
  const stopWatching = file === undefined ? undefined : watchWrites(file, wakeUp.wake);
  const triggers = startTriggers({
    template,
    watched: stopWatching !== undefined,
    call,
    queues,
    invoke,
    wakeUp,
    activity,
    on: options.triggers,
    note,
    report,
  });
  const { schedules, streams, table, queues: queueNames, signal } = triggers;
  const clock = makeClock({
    ...{ schedules, streams, queues, queueNames, activity, wakeUp, invoke, signal, note, report },
    kept,
    // The index of another engine may lag behind its stream.
    idleJobs: makeIdleJobs({ call, table: file === undefined ? undefined : table, activity }),
    on: options.triggers,
  });
  const invokeLater = makeInvokeLater({ template, invoke, queues, report });
  const aws = makeAws({ clock, template, invoke, invokeLater, queues, wakeUp, requests, mail, note, report });
  const catchUp = async () => {
    if (later) await clock.move(later);
  };
  const stop = async () => {
    stopWatching?.();
    await triggers.stop();
  };
  return { invoke, aws, triggered: triggers.all, catchUp, stop };
}
