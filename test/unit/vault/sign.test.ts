import { generateKeyPairSync, sign as signWith, verify } from 'node:crypto';
import { publicKeyOf } from '#domain/ledger/seal.ts';
import { sign } from '#vault/sign.ts';
import { signingKeyFrom } from '../../../lib/local/signing-key.ts';
import { awsService } from '../aws-service.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const calls: string[] = [];
/** The answers to the next requests, in place of those of KMS. */
let answers: [status: number, body: object][] = [];

const { listen } = awsService((body, headers) => {
  const action = String(headers['x-amz-target']);
  calls.push(action);
  expect(body.KeyId).toBe('key');
  const other = answers.shift();
  if (other) return other;
  if (action === 'TrentService.GetPublicKey')
    return [200, { PublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }];
  expect(body).toMatchObject({ MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' });
  const message = Buffer.from(body.Message, 'base64');
  return [200, { Signature: signWith('sha256', message, privateKey).toString('base64') }];
});

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: await listen(),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'eu-west-1',
    LEDGER_KEY_ID: 'key',
    LEDGER_KEY: '',
  });
});

const isRight = (text: string, { key, signature }: Awaited<ReturnType<typeof sign>>) =>
  verify('sha256', Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64'));

test('KMS signs a text, a function asks for the public key once, and a refusal is an error that a later call survives', async () => {
  answers = [
    [400, { __type: 'AccessDeniedException' }],
    [400, { __type: 'AccessDeniedException' }],
  ];
  await expect(sign('Æble')).rejects.toThrow('failed: 400 AccessDeniedException');
  expect(isRight('Æble', await sign('Æble'))).toBe(true);
  expect(isRight('Æbler', await sign('Æble'))).toBe(false);
  expect(calls.filter((action) => action === 'TrentService.GetPublicKey')).toHaveLength(2);
});

test('a laptop signs with a key that only depends on the key of its data', async () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString('base64'));
  const signed = async (key = '') => {
    process.env.LEDGER_KEY = signingKeyFrom(key);
    return sign('text');
  };
  const first = await signed(one);
  expect(isRight('text', first)).toBe(true);
  expect((await signed(one)).key).toBe(first.key);
  expect((await signed(other)).key).not.toBe(first.key);
});
