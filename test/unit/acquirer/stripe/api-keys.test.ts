import { keys } from '../../../../functions/core/acquirer/stripe/api/api-keys.ts';
import { ask } from '../../../../functions/core/acquirer/stripe/api/client.ts';

// A valid secret is cached, so the invalid secrets are tested first.
test.each([
  [{ webhookSecrets: [] }, 'The secret of Stripe has no apiKey'],
  [{ apiKey: '' }, 'The secret of Stripe has no apiKey'],
  [{ apiKey: 7 }, 'The secret of Stripe has no apiKey'],
  [null, 'The secret of Stripe has no apiKey'],
  ['{', 'The secret of Stripe is not JSON'],
])('a secret that is %j is refused by name', async (secret, message) => {
  process.env.STRIPE_CREDENTIALS = typeof secret === 'string' ? secret : JSON.stringify(secret);
  await expect(keys.current()).rejects.toThrow(message);
});

test.each([
  ['text that is not JSON', 'sk_live'],
  ['a key that an HTTP header cannot carry', JSON.stringify({ apiKey: 'sk_live\nx' })],
  ['no API key', JSON.stringify({ webhookSecrets: [] })],
])('a secret with %s appears neither in the result nor in the log', async (_, secret) => {
  process.env.STRIPE_CREDENTIALS = secret;
  process.env.STRIPE_URL = 'http://127.0.0.1:1';
  const logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const answer = await ask({ path: 'account' });
  expect(answer.state).toMatch(/^(refused|unknown)$/);
  expect(JSON.stringify([answer, logged.mock.calls])).not.toContain('sk_live');
  logged.mockRestore();
});
