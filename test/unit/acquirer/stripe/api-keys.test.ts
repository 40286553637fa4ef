import { ask } from '../../../../functions/core/acquirer/stripe/client.ts';

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
