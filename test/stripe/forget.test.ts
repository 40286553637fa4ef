import type { StoredCredential } from '../../functions/core/acquirer/acquirer.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { authorize, card, order } from './orders.ts';
import { authorizePayment, requireApproval, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

const account = 'acct_1';
const forgotten = { state: 'forgotten' };

/** Saves a card with a payment, or without one if the amount is 0. */
async function save(given = {}) {
  const made = order({ account, ...given });
  const { credential } = requireApproval(await authorize(made, card(undefined, { store: true })));
  return { id: made.id, credential: credential as Required<StoredCredential> };
}

const unneeded = async () => false;
const forget = (
  credential: StoredCredential,
  isNeeded: (ids: readonly string[]) => Promise<boolean> = unneeded,
) => stripe.forget?.(account, credential, isNeeded);
const charge = (credential: Required<StoredCredential>) =>
  authorize(order({ account, customer: credential.customer }), { credential });
/** The requests to the stand-in since its start that change a card or a customer. */
const changes = () =>
  standIn.seen
    .filter(({ method, path }) => method === 'DELETE' || /detach$/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/_\w{24}/, '_1')}`);

test('a card that nobody needs is detached, and its customer is deleted, on its own account', async () => {
  for (const amount of [0, 1000]) {
    const { credential } = await save({ amount });
    expect(await forget(credential)).toEqual(forgotten);
    expect(await charge(credential)).toMatchObject({ state: 'declined' });
  }
  const each = ['POST /v1/payment_methods/pm_1/detach', 'DELETE /v1/customers/cus_1'];
  expect(changes()).toEqual([...each, ...each]);
  expect(standIn.seen.filter((request) => request.account !== account)).toEqual([]);
});

test('Florin is asked about each payment with the card, and a card that it needs stays', async () => {
  for (const amount of [0, 1000]) {
    const { id, credential } = await save({ amount });
    const later = order({ account, customer: credential.customer });
    requireApproval(await authorize(later, { credential }));
    const asked: string[] = [];
    const isNeeded = async (ids: readonly string[]) => {
      asked.push(...ids);
      return ids.includes(id);
    };
    expect(await forget(credential, isNeeded)).toEqual({ state: 'needed' });
    expect(asked).toEqual(expect.arrayContaining([id]));
    if (amount > 0) expect(new Set(asked)).toEqual(new Set([id, later.id]));
    expect(await charge(credential)).toMatchObject({ state: 'approved' });
  }
  expect(changes()).toEqual([]);
});

test('a payment that is not confirmed yet, and one beyond the first page, count', async () => {
  const { credential } = await save();
  standIn.fail({ how: 'reset', of: /confirm$/, times: 9 });
  const open = order({ account, customer: credential.customer });
  expect(await authorize(open, { credential })).toMatchObject({ state: 'unknown' });
  const isNeeded = async (ids: readonly string[]) => ids.includes(open.id);
  expect(await forget(credential, isNeeded)).toEqual({ state: 'needed' });
  for (let n = 0; n < 100; n++) await charge(credential);
  expect(await forget(credential, isNeeded)).toEqual({ state: 'needed' });
  expect(changes()).toEqual([]);
});

test('nothing is deleted if Florin cannot say whether it needs the card', async () => {
  const { credential } = await save();
  const isNeeded = () => Promise.reject(new Error('The table is throttled'));
  expect(await forget(credential, isNeeded)).toMatchObject({ state: 'unknown' });
  expect(changes()).toEqual([]);
});

test('a customer of another system, and one with another card, stay', async () => {
  const { credential } = await save();
  const other = await save();
  const third = await save();
  Object.assign(standIn.thing(other.credential.reference, account) ?? {}, { customer: credential.customer });
  Object.assign(standIn.thing(third.credential.customer, account) ?? {}, { metadata: {} });
  for (const saved of [credential, third.credential]) {
    expect(await forget(saved)).toEqual(forgotten);
    expect(await charge(saved)).toMatchObject({ state: 'declined' });
    expect(standIn.thing(saved.customer, account)).toMatchObject({ object: 'customer' });
  }
  expect(changes().filter((change) => change.startsWith('DELETE'))).toEqual([]);
});

test('a card without a customer, and one that is gone with its customer, are forgotten', async () => {
  const { credential } = await save();
  expect(await forget({ reference: credential.reference })).toEqual(forgotten);
  expect(await forget(credential)).toEqual(forgotten);
  expect(await forget(credential)).toEqual(forgotten);
  expect(await forget({ reference: 'pm_none0', customer: 'cus_none0' })).toEqual(forgotten);
});

describe.each([
  ['customers', /^GET \/v1\/customers/],
  ['the list of payments', /^GET \/v1\/payment_intents/],
  ['the list of saved cards', /^GET \/v1\/setup_intents/],
  ['the detachment', /detach$/],
  ['the list of its cards', /^GET \/v1\/payment_methods$/],
  ['the deletion of the customer', /^DELETE/],
])('if Stripe fails at %s', (_, of) => {
  test.each([
    'reset',
    'lost',
    'gateway',
    'malformed',
    '500',
    '500-after',
    'throttled',
    'denied',
    'forbidden',
  ] as const)('by %s, the outcome is unknown, and a repeat forgets the card', async (how) => {
    const { credential } = await save();
    const end = standIn.fail({ how, of, times: 9 });
    expect(await forget(credential)).toMatchObject({ state: 'unknown' });
    end();
    expect(await forget(credential)).toEqual(forgotten);
    expect(await charge(credential)).toMatchObject({ state: 'declined' });
  });
});

test('other payments of the account are as before', async () => {
  const { credential } = await save();
  const payment = await authorizePayment({ account });
  await forget(credential);
  expect(await stripe.findPayment(account, payment.reference)).toMatchObject({ authorized: 1000 });
});
