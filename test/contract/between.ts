import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Request, Step, Trouble, World } from './world.ts';

/**
 * How a request fails. Before its effect: `reset` cuts the connection, `hangs` never answers, `gateway` and `page` are answers
 * of a server on the way, and a {@link Trouble} is an answer of the acquirer. After its effect: `lost` and `hangs after`
 * lose the answer, `cut` and `truncated` lose the end of the answer, and `failed after` is a failure of the acquirer.
 * `padded` adds ten megabytes to the answer, which keep its meaning.
 */
export type Failure = (typeof failures)[number] | Trouble | 'padded';

export const failures = [
  'reset',
  'hangs',
  'gateway',
  'page',
  'lost',
  'cut',
  'truncated',
  'hangs after',
  'failed after',
] as const;

interface Rule {
  how: Failure | ((response: ServerResponse, request: Request) => void);
  /** The requests that fail; all if absent. */
  step?: Step;
  times: number;
  after: number;
}

/** A server between the adapter and its acquirer, which can fail each request. */
export async function startBetween(world: World) {
  const seen: (Request & { status?: number })[] = [];
  let rules: Rule[] = [];
  let latency = Promise.resolve();
  let arrived = () => {};
  let silence = new AbortController();
  const kept = new Map<string, Answer>();

  function ruleOf(request: Request): Rule['how'] | undefined {
    for (const rule of rules) {
      if ((rule.step && rule.step !== world.stepOf(request)) || rule.times === 0) continue;
      if (rule.after-- > 0) continue;
      rule.times--;
      return rule.how;
    }
    return undefined;
  }

  /** Lets the limits of time end now that wait for an answer that never comes. */
  function keepSilent(): void {
    silence.abort(new DOMException('No answer', 'TimeoutError'));
    silence = new AbortController();
  }

  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    const entry: (typeof seen)[number] = request;
    seen.push(entry);
    arrived();
    await latency;
    const send = ({ status, body, headers }: Answer) => {
      entry.status = status;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    const key = world.repeats?.keyOf(request);
    const earlier = key && kept.get(key);
    const how = ruleOf(request);
    if (typeof how === 'function') return how(response, request);
    if (how === 'reset') return incoming.socket.destroy();
    if (how === 'hangs') return keepSilent();
    if (how === 'gateway' || how === 'page')
      return send({ status: how === 'page' ? 200 : 502, body: '<h1>Network</h1>' });
    if (earlier) return send({ ...earlier, headers: world.repeats?.mark });
    if (how === 'failed' && key) kept.set(key, world.answers.failed);
    if (how && how in world.answers) return send(world.answers[how as Trouble]);
    const answer = await forward(world.url, request);
    if (how === 'lost') return incoming.socket.destroy();
    if (how === 'hangs after') return keepSilent();
    const half = answer.body.slice(0, answer.body.length / 2);
    if (how === 'padded') return send({ ...answer, body: answer.body + ' '.repeat(10_000_000) });
    if (how === 'truncated') return send({ ...answer, body: half });
    if (how === 'cut') {
      response.writeHead(answer.status, { 'content-length': answer.body.length }).write(half);
      return setImmediate(() => incoming.socket.destroy());
    }
    if (how === 'failed after') {
      if (key) kept.set(key, world.answers.failed);
      return send(world.answers.failed);
    }
    return send(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    seen,
    /** Makes requests fail. @returns a function that ends the failures */
    fail(how: Rule['how'], options: Partial<Omit<Rule, 'how'>> = {}): () => void {
      const rule = { times: 1, after: 0, ...options, how };
      rules.push(rule);
      return () => {
        rules = rules.filter((other) => other !== rule);
      };
    },
    /** Delays all requests until this many have arrived. */
    hold(requests: number): void {
      let missing = requests;
      latency = new Promise((done) => {
        arrived = () => {
          if (--missing === 0) done();
        };
      });
    },
    /** A signal that aborts when the next request gets no answer. */
    silence: () => silence.signal,
    recover() {
      rules = [];
      arrived = () => {};
      seen.length = 0;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type Between = Awaited<ReturnType<typeof startBetween>>;

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const [path = '', query = ''] = (incoming.url ?? '').split('?');
  // A file in the body stays as it is.
  const body = Buffer.concat(chunks).toString('latin1');
  return {
    method: incoming.method ?? '',
    path,
    query,
    headers: incoming.headers as Record<string, string>,
    body,
  };
}

async function forward(url: string, { method, path, query, headers, body }: Request): Promise<Answer> {
  const given = new Headers(headers);
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) given.delete(name);
  const sent = body ? Buffer.from(body, 'latin1') : undefined;
  const response = await fetch(`${url}${path}${query && `?${query}`}`, {
    ...{ method, headers: given, body: sent, redirect: 'manual' },
  });
  const own = /^(connection|content-(encoding|length)|transfer-encoding)$/;
  return {
    status: response.status,
    body: await response.text(),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !own.test(name))),
  };
}
