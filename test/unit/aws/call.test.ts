import { AwsV4Signer } from 'aws4fetch';
import { callAws, jsonAction } from '../../../functions/core/aws/call.ts';
import { awsService } from '../aws-service.ts';

let received: { headers: Record<string, string>; body: string };
let endpoint: string;

const { listen } = awsService((body, headers) => {
  received = { headers: headers as Record<string, string>, body: JSON.stringify(body) };
  return [200, {}];
});

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
