import { labelOf, type SealType } from '#vault/token.ts';
import { type Answer, answerOf } from './state.ts';
import type { Event } from './steady.ts';

type Handler = (event: unknown, context: object) => Promise<unknown>;

/** Calls a function by `run`, and may change its surroundings, such as the clock, for the call. */
export type Around = (event: Event, context: object, run: Handler) => Promise<unknown>;

/** The first event that each function has answered successfully, or else the first one that failed, and the answer. */
export interface Recording {
  events: Map<string, unknown>;
  answers: Record<string, Answer>;
}

/**
 * Makes a recorder. The runner passes every function through `load` when it loads it. From `start` on, calls are
 * recorded.
 */
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

/** All types of sealed tokens. The compiler requires a new type here. */
const sealTypes: Record<SealType, true> = {
  pcn: true,
  pcsc: true,
  hint: true,
  tds: true,
  frame: true,
  code: true,
  watch: true,
  back: true,
};

/**
 * Whether the event contains a sealed token, of a card or of a challenge's proof. Such tokens are valid for an hour.
 */
export function expires(event: unknown): boolean {
  const { body, isBase64Encoded } = event as { body?: string | null; isBase64Encoded?: boolean };
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : '';
  const words = (JSON.stringify(event) + text).match(/[\w.-]+/g) ?? [];
  const types = Object.keys(sealTypes) as SealType[];
  return words.some((word) => types.some((type) => labelOf(type, word) !== undefined));
}

export const printEvent = (event: unknown): string => `${JSON.stringify(event, null, 2)}\n`;
