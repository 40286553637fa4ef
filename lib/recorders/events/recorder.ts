import { labelOf, type SealType } from '#vault/token.ts';
import { type Answer, answerOf } from './state.ts';
import type { Event } from './steady.ts';

type Handler = (event: unknown, context: object) => Promise<unknown>;

/** How a function is called: `run` does it. */
export type Around = (event: Event, context: object, run: Handler) => Promise<unknown>;

/** By function: the first event that it answered well, or did not at all, and what it answered. */
export interface Recording {
  events: Map<string, unknown>;
  answers: Record<string, Answer>;
}

/** Every function of the runner passes `load` when it is loaded; what it is called with is recorded from `start` on. */
export function makeRecorder(around: Around = (event, context, run) => run(event, context)) {
  let recording: Recording | undefined;

  async function load(url: string): Promise<unknown> {
    const module = await import(url);
    const handler: Handler = async (event, context) => {
      const name = (context as { functionName: string }).functionName;
      const copy = structuredClone(event);
      const result = await module.handler(event, context);
      const answer = answerOf(result);
      const isGood = (status = 200) => status < 300;
      const known = recording?.answers[name];
      if (recording && (!known || (isGood(answer.status) && !isGood(known.status)))) {
        recording.events.set(name, copy);
        recording.answers[name] = answer;
      }
      return result;
    };
    return { ...module, handler: (event: Event, context: object) => around(event, context, handler) };
  }

  return {
    load,
    start(): Recording {
      recording = { events: new Map(), answers: {} };
      return recording;
    },
  };
}

/** A new type does not compile without being here. */
const sealTypes: Record<SealType, true> = {
  pcn: true,
  pcsc: true,
  hint: true,
  tds: true,
  frame: true,
  code: true,
  watch: true,
};

/** Whether there is a sealed token in the event: a card's, or the proof of a challenge. They are good for an hour. */
export function expires(event: unknown): boolean {
  const { body, isBase64Encoded } = event as { body?: string | null; isBase64Encoded?: boolean };
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : '';
  const words = (JSON.stringify(event) + text).match(/[\w.-]+/g) ?? [];
  const types = Object.keys(sealTypes) as SealType[];
  return words.some((word) => types.some((type) => labelOf(type, word) !== undefined));
}

export const printEvent = (event: unknown): string => `${JSON.stringify(event, null, 2)}\n`;
