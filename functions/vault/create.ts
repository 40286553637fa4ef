import validator from 'validator:vaultCreate';
import { body } from '#http/body/body.ts';
import { payingApi, posError } from '#http/routes/pos-api.ts';
import { checkIdempotencyKey } from '#idempotency/key.ts';
import type { Requests } from '#schemas/index.ts';
import { seal } from '#vault/seal.ts';

const digits = { pcn: /^\d{10,19}$/, pcsc: /^\d{3,4}$/ } as const;

/** Seals a card number or a security code. Only `POST /payments` decrypts the token. */
export const handler = payingApi('POST /vault')
  .use(body<Requests['vaultCreate']>(validator))
  .use(checkIdempotencyKey())
  .handler(async (_, { body: { type, value } }) => {
    if (!digits[type].test(value))
      throw posError('REQUEST_INVALID', `value: Must be ${type === 'pcn' ? '10 to 19' : '3 or 4'} digits`);
    return { status: 201, body: { token: await seal(type, value) } };
  });
