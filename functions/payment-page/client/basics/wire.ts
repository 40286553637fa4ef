import { after } from './attention.ts';

/** Thrown if no answer came: the customer or Florin is offline. */
export class Unreachable extends Error {}

/** Thrown if the outcome of the request is unknown: Florin has a temporary failure, or another server has answered. */
export class Trouble extends Error {}

/** Thrown if the acquirer has not answered yet. Sending the same request again resolves the payment. */
export class Open extends Trouble {}

/** Thrown for a refusal that the same request would get again. */
export class Refused extends Error {
  /** @param reason for developers: the wrong fields */
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
 * Posts to Florin's server. After a temporary failure the request is repeated, as every request here can be.
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
    const isThrottled = status === 429 && answer?.code !== 'TOO_MANY_DECLINES';
    const passing = status >= 500 || isThrottled || status === 409;
    if (!passing && status >= 400 && typeof answer?.code === 'string')
      throw new Refused(answer.code, answer.message);
    // The answer is neither Florin's success nor Florin's refusal, for example the login page of a Wi-Fi network.
    const pause = passing ? pauses[attempt] : undefined;
    if (pause === undefined) throw answer?.code === 'OPERATION_OPEN' ? new Open() : new Trouble();
    await new Promise((done) => setTimeout(done, pause));
  }
}

/**
 * Lets Florin start the functions that the customer waits for after the click on Pay. A card needs two instances of
 * the vault at once.
 */
export function warmUp(base: string): void {
  for (const path of ['vault', 'vault', 'payments', 'payments/challenges/begin'])
    navigator.sendBeacon(`${base}/${path}?warm`);
}

/** Fetches the page at a URL with all of its texts, without running its scripts. The response is a document, or null. */
export const fetchPage = (url: URL): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    // Requests the page without its inline style sheet, which this page's policy would report as a violation.
    request.setRequestHeader('Florin-Part', 'texts');
    request.responseType = 'document';
    request.onload = () => resolve(request);
    request.onerror = reject;
    request.send();
  });

async function ask(url: string, body: unknown, headers: Record<string, string>) {
  const controller = new AbortController();
  const wait = after(patience, () => controller.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...{ 'Accept-Version': '1', 'Content-Type': 'application/json' },
        'Accept-Language': document.documentElement.lang,
        ...headers,
      },
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
