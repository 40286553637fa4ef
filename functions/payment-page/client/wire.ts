import { after } from './attention.ts';

/** No answer came: the customer is offline, or the way to us is. */
export class Unreachable extends Error {}

/** We are in trouble, for the moment, or somebody else has answered: what became of the request is not known. */
export class Trouble extends Error {}

/** The acquirer has not answered, so far: whether it was paid is found out with the same request. */
export class Open extends Trouble {}

/** An answer that the same request would get again. */
export class Refused extends Error {
  /** @param reason for programmers: what is wrong with which fields */
  constructor(
    readonly code: string,
    readonly reason = '',
  ) {
    super(code);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each route answers in a shape of its own
type Json = any;

const patience = 30_000;
const pauses = [500, 1500];

/**
 * Posts to Florin's server. A failure that may pass is tried again, as every request here can be repeated.
 *
 * @param before called before every attempt; its error ends the attempts
 * @throws Unreachable, Trouble, Refused
 */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  before?: () => void,
): Promise<Json> {
  for (let attempt = 0; ; attempt++) {
    before?.();
    const { status, answer } = await ask(url, body, headers);
    if (status < 300 && answer) return answer;
    const passing = status >= 500 || status === 429 || status === 409;
    if (!passing && status >= 400 && typeof answer?.code === 'string')
      throw new Refused(answer.code, answer.message);
    // Neither an answer nor a refusal of ours: a network that wants people to log in first, for one.
    const pause = passing ? pauses[attempt] : undefined;
    if (pause === undefined)
      throw answer?.code === 'OPERATION_OPEN' ? new Open() : new Trouble(String(status));
    await new Promise((done) => setTimeout(done, pause));
  }
}

async function ask(url: string, body: unknown, headers: Record<string, string>) {
  const controller = new AbortController();
  const wait = after(patience, () => controller.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Accept-Version': '1', 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    });
    const text = await response.text();
    return { status: response.status, answer: parse(text) };
  } catch {
    throw new Unreachable();
  } finally {
    wait();
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
