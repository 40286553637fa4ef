import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

let requests = 0;
let server: Server;
/**
 * Whether the server's clock is an hour ahead. The server refuses requests that were signed at another time than its own.
 */
let ahead = false;
/** The refusal of correctly signed requests; if undefined, the server answers with an item. */
let refusal: string | undefined;
const hour = 60 * 60_000;

/** The time of a request's signature, which is written as `20261126T102856Z`. */
const signedAt = ({ 'x-amz-date': time }: IncomingHttpHeaders): number =>
  Date.parse(String(time).replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));

function refuse(response: ServerResponse, type: string): void {
  requests++;
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type }));
}

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    if (ahead) {
      const now = Date.now() + hour;
      response.setHeader('date', new Date(now).toUTCString());
      if (Math.abs(now - signedAt(headers)) > 5 * 60_000) {
        refuse(response, 'com.amazon.coral.service#InvalidSignatureException');
        return;
      }
    }
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    if (++requests === 1) response.write('{');
    else response.end('{"Item":{"pk":{"S":"one"}}}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  Object.assign(process.env, {
    TABLE_NAME: 'table',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    DYNAMODB_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the client asks again when a response starts and then stalls', async () => {
  const { client } = await import('../../../../functions/core/store/table/client.ts');
  const started = Date.now();
  const { Item } = await client.send(new GetCommand({ TableName: 'table', Key: { pk: 'one' } }));
  expect(Item).toEqual({ pk: 'one' });
  expect(requests).toBe(2);
  expect(Date.now() - started).toBeLessThan(10_000);
});

test('the client corrects its clock and asks again when the service refuses the time of a signature', async () => {
  const { client } = await import('../../../../functions/core/store/table/client.ts');
  ahead = true;
  const before = requests;
  const { Item } = await client.send(new GetCommand({ TableName: 'table', Key: { pk: 'one' } }));
  expect(Item).toEqual({ pk: 'one' });
  expect(requests - before).toBe(2);
});

test('a failed condition is reported immediately, and is not repeated because of a wrong clock', async () => {
  const { client } = await import('../../../../functions/core/store/table/client.ts');
  [ahead, refusal] = [true, 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException'];
  const before = requests;
  const put = new PutCommand({ TableName: 'table', Item: { pk: 'one' }, ConditionExpression: 'a = b' });
  await expect(client.send(put)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(requests - before).toBe(1);
});

test('a connection, a response and the rest of a body have a limit of time each', async () => {
  const { documents } = await import('../../../../functions/core/store/table/client.ts');
  await documents.send(new GetCommand({ TableName: 'table', Key: { pk: 'one' } })).catch(() => undefined);
  const handler = documents.config.requestHandler as unknown as { httpHandlerConfigs(): object };
  expect(handler.httpHandlerConfigs()).toMatchObject({
    connectionTimeout: 2_000,
    requestTimeout: 4_000,
    socketTimeout: 4_000,
    throwOnRequestTimeout: true,
  });
});
