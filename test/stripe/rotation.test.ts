import { setTimeout as sleep } from 'node:timers/promises';
import { isFromStripe } from '../../functions/core/acquirer/stripe/events/signature.ts';
import { validateAccount } from '../../functions/core/acquirer/stripe/setup/account.ts';
import { testKey } from './orders.ts';
import { startStandIn } from './stand-in/start.ts';
import { signatureOf } from './stand-in/webhooks.ts';

const secretOf = (name: string) => `whsec_${name.repeat(8)}`;

test('the adapter reads a rotated key and secret, and no request fails in the meantime', async () => {
  const standIn = await startStandIn({ apiKey: testKey });
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.env.STRIPE_URL = standIn.url;
  const hold = (apiKey: string, ...webhookSecrets: string[]) => {
    process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey, webhookSecrets });
  };
  try {
    hold(testKey, secretOf('a'));
    await validateAccount();
    const body = '{}';
    const signed = (name: string) => isFromStripe(body, signatureOf(body, secretOf(name), Date.now()));
    expect(await signed('a')).toBe(true);
    expect(await signed('b')).toBe(false);

    const next = `${testKey}_2`;
    hold(next, secretOf('a'), secretOf('b'));
    standIn.apiKey = next;
    // The adapter reads the secret at most once in five seconds, so that strangers cannot cause more reads.
    await expect(validateAccount()).rejects.toThrow('401');
    await sleep(5_100);
    expect(await validateAccount()).toMatchObject({ currency: 'EUR' });
    expect(await signed('b')).toBe(true);
    // An empty secret must not verify a signature, because anybody could sign with it.
    await sleep(5_100);
    hold(next, '', ' ');
    for (const none of ['', ' '])
      expect(await isFromStripe(body, signatureOf(body, none, Date.now()))).toBe(false);
    expect(written.mock.calls.join('')).not.toMatch(/sk_test|whsec/);
  } finally {
    written.mockRestore();
    await standIn.close();
  }
});
