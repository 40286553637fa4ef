import { AwsV4Signer } from 'aws4fetch';
import { callAws, jsonAction } from '../../../functions/core/aws/call.ts';
import { endBy } from '../../../functions/core/aws/deadline.ts';
import { awsService } from '../aws-service.ts';

let received: { headers: Record<string, string>; body: string };
/** The answers to the next requests; later requests succeed. */
let answers: [status: number, body: object][] = [];
let calls = 0;
let endpoint: string;

const { listen } = awsService((body, headers) => {
  received = { headers: headers as Record<string, string>, body: JSON.stringify(body) };
  calls += 1;
  return answers.shift() ?? [200, { done: true }];
});

beforeEach(() => {
  calls = 0;
  answers = [];
});
afterEach(() => endBy(Number.POSITIVE_INFINITY));

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' };
const region = 'eu-north-1';

beforeAll(async () => {
  endpoint = await listen();
  const services = ['SQS', 'SES', 'DYNAMODB_STREAMS'];
  Object.assign(process.env, {
    ...Object.fromEntries(services.map((name) => [`AWS_ENDPOINT_URL_${name}`, endpoint])),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_REGION: region,
  });
});

test.each([
  ['sqs', 'sqs', '/', jsonAction('AmazonSQS.SendMessageBatch', '1.0')],
  ['ses', 'ses', '/v2/email/outbound-emails', { 'content-type': 'application/json' }],
  ['dynamodb_streams', 'dynamodb', '/', jsonAction('DynamoDBStreams_20120810.GetRecords', '1.0')],
] as const)(
  'a request to %s has the signature that another signer makes',
  async (service, signedAs, path, headers) => {
    await callAws(service, { path, headers, body: { text: 'Ægir & Ödegård' } });
    const { authorization = '', ...sent } = received.headers;
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
    expect(names.split(';')).toEqual(
      expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token', ...Object.keys(headers)]),
    );
    const other = new AwsV4Signer({
      ...credentials,
      region,
      service: signedAs,
      method: 'POST',
      url: endpoint + path,
      body: received.body,
      datetime: sent['x-amz-date'],
      headers: Object.fromEntries(names.split(';').map((name) => [name, sent[name] ?? ''])),
      allHeaders: true,
    });
    expect(authorization).toBe(await other.authHeader());
  },
);

const call = () => callAws('sqs', { headers: jsonAction('AmazonSQS.SendMessageBatch', '1.0'), body: {} });

test.each<[number, string]>([
  [500, 'InternalFailure'],
  [503, ''],
  [429, ''],
  [400, 'com.amazonaws.sqs#RequestThrottled'],
  [400, 'TooManyRequestsException'],
])('a call that fails with %d %s is repeated', async (status, __type) => {
  answers = [
    [status, { __type }],
    [status, { __type }],
  ];
  expect(await call()).toEqual({ ok: true, status: 200, body: { done: true } });
  expect(calls).toBe(3);
});

test('a call that is refused is not repeated, and says why', async () => {
  answers = [[400, { __type: 'AccessDeniedException' }]];
  expect(await call()).toEqual({ ok: false, status: 400, body: { __type: 'AccessDeniedException' } });
  expect(calls).toBe(1);
});

test('a failing call is not repeated in the last five seconds of a request, which has to be answered', async () => {
  endBy(Date.now() + 5_000);
  answers = [[503, { __type: 'ServiceUnavailable' }]];
  await expect(call()).rejects.toMatchObject({
    name: 'Unavailable',
    cause: { message: 'sqs: 503 ServiceUnavailable' },
  });
  expect(calls).toBe(1);
});
