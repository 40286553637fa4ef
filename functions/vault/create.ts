import check from 'check:vaultCreate';
import { pos, posError } from '#http/pos.ts';
import type { Requests } from '#schemas/index.ts';
import { seal } from '#vault/seal.ts';

const digits = { pcn: /^\d{10,19}$/, pcsc: /^\d{3}$/ } as const;

/** `POST /vault`: seals a card number or a security code; only a payment can open it. */
export const handler = pos<Requests['vaultCreate']>(async ({ body: { type, value } }) => {
  if (!digits[type].test(value))
    throw posError('REQUEST_INVALID', `value: Must be ${type === 'pcn' ? '10 to 19' : '3'} digits`);
  return { status: 201, body: { token: await seal(type, value) } };
}, check);
