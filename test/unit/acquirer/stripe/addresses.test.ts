import { ask } from '../../../../functions/core/acquirer/stripe/api/client.ts';
import { capabilities } from '../../../../functions/core/acquirer/stripe/capabilities.ts';
import { connect } from '../../../stripe/orders.ts';

// All other tests use the address of a stand-in, so that only this file sees the addresses of Stripe.
afterEach(() => jest.restoreAllMocks());

/** The addresses that the adapter asks, and the key that it sends there. */
async function addressesOf(work: () => Promise<unknown>): Promise<[url: string, key: string | null][]> {
  const fetching = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ object: 'x' }));
  await work();
  return fetching.mock.calls.map(([url, init]) => [
    String(url),
    new Headers(init?.headers).get('idempotency-key'),
  ]);
}

test('without a test double the adapter asks Stripe, and uploads files to the host that Stripe has for them', async () => {
  connect('');
  const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array(1) };
  const urls = await addressesOf(async () => {
    await ask({ path: 'payouts', form: { limit: 1 } });
    await ask({ path: 'refunds', key: 'k1', form: { amount: 1 } });
    await ask({ path: 'files', key: 'k2', file });
  });
  expect(urls).toEqual([
    ['https://api.stripe.com/v1/payouts?limit=1', null],
    ['https://api.stripe.com/v1/refunds', 'k1'],
    ['https://files.stripe.com/v1/files', 'k2'],
  ]);
});

test('the payment page may show challenges of Stripe, or those of the test double in use, in an iframe', () => {
  connect('');
  expect(capabilities.pages()).toBe('https://hooks.stripe.com https://*.stripe.com');
  connect('http://127.0.0.1:12111/base');
  expect(capabilities.pages()).toBe('http://127.0.0.1:12111');
});
