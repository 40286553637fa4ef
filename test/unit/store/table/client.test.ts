import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';

let requests = 0;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
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
