import type { kmsDataKeys } from '../../../functions/core/vault/kms.ts';
import { awsService } from '../aws-service.ts';

const asked: [action: unknown, body: object][] = [];
const plain = Buffer.alloc(32, 1).toString('base64');
let refusal: [status: number, body: object] | undefined;
const kms = awsService((body, headers) => {
  asked.push([headers['x-amz-target'], body]);
  return refusal ?? [200, { Plaintext: plain, CiphertextBlob: 'd3JhcHBlZA==' }];
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

test('an unwrapped key is kept for five minutes, and a failure is not kept', async () => {
  const unwrap = (name: string) => keys.unwrap(Buffer.from(name)).catch((error: Error) => error.message);
  asked.length = 0;
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_900_000_000_000);
  for (const [later, count] of [
    [0, 1],
    [5 * 60_000 - 1, 1],
    [5 * 60_000, 2],
  ] as const) {
    now.mockReturnValue(1_900_000_000_000 + later);
    expect((await unwrap('kept'))?.toString('base64')).toBe(plain);
    expect(asked).toHaveLength(count);
  }
  for (const type of ['InvalidCiphertextException', 'IncorrectKeyException', 'ValidationException']) {
    refusal = [400, { __type: type }];
    expect(await unwrap('foreign')).toBeUndefined();
  }
  refusal = [400, { __type: 'AccessDeniedException' }];
  expect(await unwrap('foreign')).toBe('KMS Decrypt failed: 400 AccessDeniedException');
  refusal = undefined;
  expect((await unwrap('foreign'))?.toString('base64')).toBe(plain);
  now.mockRestore();
});
