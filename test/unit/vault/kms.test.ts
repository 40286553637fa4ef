import type { kmsDataKeys } from '../../../functions/core/vault/kms.ts';
import { awsService } from '../aws-service.ts';

const asked: [action: unknown, body: object][] = [];
const plain = Buffer.alloc(32, 1).toString('base64');
const kms = awsService((body, headers) => {
  asked.push([headers['x-amz-target'], body]);
  return [200, { Plaintext: plain, CiphertextBlob: 'd3JhcHBlZA==' }];
});

let keys: ReturnType<typeof kmsDataKeys>;

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: await kms.listen(),
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  keys = (await import('../../../functions/core/vault/kms.ts')).kmsDataKeys('key-1');
});

test('data keys have 256 bits, and are bound to the same purpose as those of earlier releases', async () => {
  const { wrapped } = await keys.current();
  expect((await keys.unwrap(wrapped))?.toString('base64')).toBe(plain);
  const context = { KeyId: 'key-1', EncryptionContext: { purpose: 'tokens' } };
  expect(asked).toEqual([
    ['TrentService.GenerateDataKey', { ...context, KeySpec: 'AES_256' }],
    ['TrentService.Decrypt', { ...context, CiphertextBlob: 'd3JhcHBlZA==' }],
  ]);
});
