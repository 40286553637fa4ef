import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: requests have every shape
type Answer = (body: any, headers: IncomingHttpHeaders) => [status: number, body: object];

/**
 * Imitates a service of AWS in this process. Its server closes after the tests of the calling file.
 *
 * @param answer gets the JSON of each request, and returns the status and the JSON of its answer
 */
export function awsService(answer: Answer) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [status, body] = answer(JSON.parse(text), request.headers);
    response.writeHead(status).end(JSON.stringify(body));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    /** Starts the server. @returns the server's URL */
    async listen(): Promise<string> {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
