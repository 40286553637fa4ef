import { keys } from '../../../../functions/core/acquirer/stripe/api/api-keys.ts';
import { version } from '../../../../functions/core/acquirer/stripe/api/version.ts';
import { setup as stripeSetup } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { testKey } from '../../../stripe/orders.ts';
import { failed, listOf, refused, scriptStripe } from './scripted.ts';

const mockWritten: string[] = [];
let mockFailure: Error | undefined;
jest.mock('../../../../functions/core/vault/secret.ts', () => ({
  readSecret: async () => ({ value: JSON.stringify({ apiKey: 'k', webhookSecrets: ['a', 'b', 'c', 'd'] }) }),
  writeSecret: async (_: string, value: string) => {
    if (mockFailure) throw mockFailure;
    mockWritten.push(value);
  },
}));

const { during, forms } = scriptStripe();
beforeEach(() => {
  jest.spyOn(keys, 'current').mockResolvedValue({ apiKey: testKey, webhookSecrets: ['a'] });
  Object.assign(process.env, { STRIPE_CREDENTIALS: '', STRIPE_SECRET: 'arn:secret' });
  mockWritten.length = 0;
  mockFailure = undefined;
});

const url = 'https://api.example/acquirers/stripe/events';
// The first characters of the digest of the secret `a`.
const secret = 'ca978112ca1bbdca';
const endpoint = (id: string, over: object = {}) => ({
  ...{ object: 'webhook_endpoint', id, url, api_version: version, application: 'ca_1' },
  ...{ metadata: { florin: 'accounts', secret }, ...over },
});
const create = 'POST webhook_endpoints';
const change = (id: string) => `POST webhook_endpoints/${id}`;

const receive = (endpoints: object[], ofAccounts = true, shown = 'new') => {
  const changes = ['we_1', 'we_2', 'we_new'].map((id) => [change(id), [200, endpoint(id)]] as const);
  const made = endpoint('we_new', { secret: shown });
  const answers = {
    'GET webhook_endpoints': listOf(...endpoints),
    [create]: [200, made] as [number, object],
  };
  return during({ ...answers, ...Object.fromEntries(changes) } as Parameters<typeof during>[0], () =>
    stripeSetup.receiveEvents(url, ofAccounts),
  );
};

test.each([
  [true, { connect: 'true' }],
  [false, {}],
])(
  'an endpoint of connected accounts (%p) is made, kept by its secret, and switched on',
  async (ofAccounts, more) => {
    const [made, sent] = await receive([], ofAccounts);
    expect([made, sent]).toEqual([
      { id: 'we_new', created: true },
      ['GET webhook_endpoints', create, change('we_new')],
    ]);
    const kind = ofAccounts ? 'accounts' : 'own';
    expect(forms[create]).toMatchObject({ url, api_version: version, 'metadata[florin]': kind, ...more });
    expect('connect' in (forms[create] ?? {})).toBe(ofAccounts);
    expect(forms[change('we_new')]).toMatchObject({ disabled: 'false', 'metadata[florin]': kind });
    // An older secret may still sign the events that are on their way.
    expect(mockWritten.map((text) => JSON.parse(text))).toEqual([
      { apiKey: 'k', webhookSecrets: ['new', 'a', 'b', 'c'] },
    ]);
  },
);

test.each<[string, object]>([
  ['another address', { url: 'https://other.example' }],
  ['the account itself', { metadata: { florin: 'own', secret } }],
  ['another version', { api_version: '2024-06-20' }],
  ['a lost secret', { metadata: { florin: 'accounts', secret: 'lost' } }],
])('an endpoint of %s is not used', async (_, over) => {
  const [made, sent] = await receive([endpoint('we_1', over)]);
  expect(made).toEqual({ id: 'we_new', created: true });
  const isReplaced = !('url' in over) && !JSON.stringify(over).includes('own');
  expect(sent.includes(change('we_1'))).toBe(isReplaced);
  if (isReplaced) expect(forms[change('we_1')]).toEqual({ disabled: 'true' });
});

test('an endpoint with a known secret is used again, and its copies are switched off', async () => {
  for (const [metadata, application] of [
    [{ florin: 'accounts', secret }, null],
    [{}, 'ca_1'],
  ]) {
    const [made, sent] = await receive([endpoint('we_1', { metadata, application }), endpoint('we_2')]);
    expect([made, sent.includes(create), mockWritten]).toEqual([{ id: 'we_1', created: false }, false, []]);
    expect([forms[change('we_1')], forms[change('we_2')]]).toMatchObject([
      { disabled: 'false' },
      { disabled: 'true' },
    ]);
  }
});

test('an endpoint whose secret cannot be stored is switched off', async () => {
  mockFailure = new Error('Denied');
  await expect(receive([])).rejects.toThrow('Denied');
  expect(forms[change('we_new')]).toEqual({ disabled: 'true' });
  mockFailure = undefined;
  await expect(receive([], true, '')).rejects.toThrow('lacks the signing secret');
  expect([forms[change('we_new')], mockWritten]).toEqual([{ disabled: 'true' }, []]);
  process.env.STRIPE_CREDENTIALS = '{}';
  await expect(receive([])).rejects.toThrow('The keys are in STRIPE_CREDENTIALS');
  expect(forms).toEqual({});
});

test('a key lacks the rights that Stripe’s refusals name, or the right of the refused request', async () => {
  const named = { message: "Having the 'rak_balance_transaction_source_read' permission would help" };
  const answersTo = (refusals: Record<string, ReturnType<typeof refused>>) =>
    new Proxy(refusals, { get: (known, request: string) => known[request] ?? refused(404) });
  const names = {
    'GET account': failed,
    'POST setup_intents/seti_none/cancel': refused(403),
    'GET balance_transactions': refused(403, named),
    'GET payouts': refused(403, { message: "Enabling 'payout_intent_read' would help" }),
    'GET disputes': refused(403, { message: "Having the 'rak_dispute_read' permission would help" }),
  };
  const [missing] = await during(answersTo(names), () => stripeSetup.missingRights('acct_1'));
  expect(missing).toEqual([
    'SetupIntents: write',
    'Disputes: write',
    'Balance transaction sources: read',
    'payout_intent_read',
  ]);
  for (const no of [refused(401), refused(403, { code: 'account_invalid' })])
    await expect(
      during(answersTo({ ...names, 'GET payouts': no }), () => stripeSetup.missingRights('acct_1')),
    ).rejects.toThrow('Stripe refuses the key, or its access to the account');
});
