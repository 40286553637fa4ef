import { declines } from '../../functions/core/acquirer/decline.ts';
import type { Client } from '../../lib/client.ts';
import { payByTestCard } from '../../lib/test-payment.ts';

/** Pays on a checkout API that answers every payment with this code. */
function payWhen(code: string): Promise<string | undefined> {
  const pos = async (path: string) => (path === '/vault' ? 'a token' : { code, message: 'A message' });
  const order = { key: 'a key', card: '4100000000000000', currency: 'EUR', amount: 100 };
  return payByTestCard({ pos } as unknown as Client, order, [400]);
}

test.each(Object.keys(declines))('a payment that is answered with %s is declined', async (code) => {
  expect(await payWhen(code)).toBeUndefined();
});

test.each(['BAD_REQUEST', 'LINK_EXPIRED', 'constructor'])('a response with %s is an error', async (code) => {
  await expect(payWhen(code)).rejects.toThrow(`POST /payments: ${code} A message`);
});
