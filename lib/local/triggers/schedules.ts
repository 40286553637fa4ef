import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Invoke } from '../functions.ts';
import {
  accountId,
  functionOf,
  physicalId,
  region,
  resolve,
  resourcesOf,
  type Template,
} from '../template.ts';
import { readSchedule, type Schedule } from './cron.ts';

/** A function that runs by the clock. */
export interface Scheduled {
  function: string;
  /** As in the template: `cron(0 3 * * ? *)`. */
  expression: string;
  isDue: Schedule;
  eventAt(time: Date): unknown;
}

export function readSchedules(template: Template): Scheduled[] {
  const rules = resourcesOf(template, 'AWS::Events::Rule').flatMap(([id, { Properties = {} }]) => {
    const { ScheduleExpression: expression, State, Targets = [] } = Properties;
    if (!expression || State === 'DISABLED') return [];
    const arn = `arn:aws:events:${region}:${accountId}:rule/${physicalId(template, id)}`;
    return (resolve(template, Targets) as { Arn: string; Input?: string }[]).map(({ Arn, Input }) =>
      scheduled(Arn, expression, Input, (time) => ruleEvent(arn, time)),
    );
  });
  const schedules = resourcesOf(template, 'AWS::Scheduler::Schedule').flatMap(([, { Properties = {} }]) => {
    const { ScheduleExpression: expression, State, Target } = Properties;
    if (State === 'DISABLED') return [];
    const { Arn, Input } = resolve(template, Target) as { Arn: string; Input?: string };
    return [scheduled(Arn, expression, Input, () => ({}))];
  });
  return [...rules, ...schedules];

  function scheduled(
    arn: string,
    expression: string,
    input: string | undefined,
    eventAt: Scheduled['eventAt'],
  ): Scheduled {
    return {
      function: functionOf(template, arn),
      expression,
      isDue: readSchedule(expression),
      eventAt: (time) => (input ? JSON.parse(input) : eventAt(time)),
    };
  }
}

/** What a rule of EventBridge sends. */
const ruleEvent = (arn: string, time: Date) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
  region,
  resources: [arn],
  detail: {},
});

const minute = 60_000;

/** Runs what is due, at the start of each minute, until `signal` says to stop. */
export async function followClock(
  schedules: readonly Scheduled[],
  { invoke, signal, report }: { invoke: Invoke; signal: AbortSignal; report(error: unknown): void },
): Promise<void> {
  for (let next = Math.ceil(Date.now() / minute) * minute; ; next += minute) {
    await sleep(Math.max(0, next - Date.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const time = new Date(next);
    for (const { function: name, isDue, eventAt } of schedules) {
      if (isDue(time)) invoke(name, eventAt(time)).catch(report);
    }
  }
}
