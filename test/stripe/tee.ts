import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, and the answer of the watching server. */
export interface Watched {
  /** In the form of the documentation, such as `POST /v1/refunds`, with `:id` for ids. */
  request: string;
  /** The names in its form or query. */
  names: string[];
  status: number;
  complaint: string;
}

/** Forwards each request to two servers, and returns the answer of the first. */
export async function startTee(answering: string, watching: string) {
  const watched: Watched[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = 'GET', url = '/' } = request;
    const headers = new Headers(request.headers as Record<string, string>);
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    const send = (base: string, given: Headers, form = body) =>
      fetch(base + url, { method, headers: given, body: form || undefined });
    // The watching server's OpenAPI is older and only knows the earlier name of this parameter.
    const older = body.replaceAll('allowed_payment_method_types', 'payment_method_types');
    const seen = new Headers(headers);
    seen.set('authorization', `Bearer ${['sk', 'test', '123'].join('_')}`);
    const [answer, judgement] = await Promise.all([send(answering, headers), send(watching, seen, older)]);
    const { pathname, search } = new URL(url, answering);
    const names = [...new URLSearchParams(body || search).keys()];
    watched.push({
      request: `${method} ${pathname.replace(/\/(cus|pi|pm|po|seti|txn|du)_\w+/, '/:id')}`,
      names: names.map((name) => name.replace(/op_\w+/, 'op_id')),
      status: judgement.status,
      complaint: judgement.ok ? '' : await judgement.text(),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    watched,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
