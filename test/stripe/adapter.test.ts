import type { AuthorizationOutcome } from '../../functions/core/acquirer/live.ts';
import { validateAccount } from '../../functions/core/acquirer/stripe/account.ts';
import { classifyRefusal } from '../../functions/core/acquirer/stripe/classify-refusal.ts';
import { stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { approved, connectedStandIn } from './connected.ts';
import { authorize, card, connect, findAuthorization, kept, movement, order, testKey } from './orders.ts';
import { type StandIn, startStandIn } from './stand-in/start.ts';

let standIn: StandIn;

const create = 'POST /v1/payment_intents';
const confirm = /^POST .*\/confirm$/;

beforeEach(async () => {
  standIn = await connectedStandIn();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await standIn.close();
});

const authorized = async (given = {}, number?: string) =>
  approved(await authorize(order(given), card(number))).payment;

/** The URL that the bank sends the customer back to. */
async function atBank(url: string, passed: 'yes' | 'no'): Promise<string | null> {
  expect((await fetch(url)).status).toBe(200);
  const body = new URLSearchParams({ passed });
  return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
}

describe('a card that is saved for its holder', () => {
  const { store, returnUrl } = card();
  const by = async (code: string) => {
    const { credential } = approved(await authorize(order(), card(undefined, { keep: true })));
    if (!credential) throw new Error('It was not kept');
    return { saved: credential, code, store, returnUrl };
  };

  test('pays with its security code, once for each time that the customer typed the code', async () => {
    const made = order();
    const instrument = await by('123');
    const outcome = approved(await authorize(made, instrument));
    expect(outcome.credential).toBeUndefined();
    expect(await authorize(made, instrument)).toEqual(outcome);
    approved(await authorize(order(), instrument));
    expect(standIn.books().intents).toHaveLength(3);
  });

  test.each(['124', '12'])('is declined with the wrong code %s', async (code) => {
    const outcome = await authorize(order(), await by(code));
    expect(outcome).toMatchObject({ state: 'declined', decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' });
  });
});

describe('a rejection because of our key or account', () => {
  const ours: [string, () => void][] = [
    ['a revoked key', () => standIn.fail({ how: 'denied', times: 9 })],
    ['a key without the right', () => standIn.fail({ how: 'forbidden', times: 9 })],
    [
      'a restricted key that cannot make payments',
      () => {
        standIn.rights = ['payment_method_write', 'payment_intent_read'];
      },
    ],
    [
      'an account that takes no payments',
      () => {
        standIn.settings().chargesEnabled = false;
      },
    ],
  ];
  test.each(ours)('%s declines no payment', async (_, happens) => {
    happens();
    expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
    expect(standIn.books().intents).toEqual([]);
  });

  test.each(['capture', 'refund', 'void'] as const)('a revoked key declines no %s', async (kind) => {
    const payment = await authorized();
    if (kind === 'refund') approved(await stripe.move(movement('capture', payment, 1000, { final: true })));
    standIn.fail({ how: 'denied', times: 9 });
    const asked = movement(kind, payment, 1000, { final: true, untouched: true });
    expect(await stripe.move(asked)).toMatchObject({ state: 'forbidden' });
  });

  test('a refused refund of more than is left, and a deleted card, are declines', () => {
    const refused = { state: 'refused', request: null, status: 400 } as const;
    const type = 'invalid_request_error';
    for (const error of [
      { type, param: 'amount' },
      { type, code: 'resource_missing', param: 'payment_method' },
      { type, code: 'charge_disputed' },
      { type, code: 'email_invalid', param: 'billing_details[email]' },
    ])
      expect(classifyRefusal({ ...refused, error })).toMatchObject({ state: 'declined' });
    for (const error of [
      { type },
      { type, code: 'parameter_unknown', param: 'payment_method_types' },
      { type, code: 'parameter_unknown', param: 'amount' },
      { type, code: 'payment_method_types_no_longer_supported' },
      { type, code: 'account_invalid' },
      { type, code: 'testmode_charges_only' },
      { type, code: 'resource_missing', param: 'intent' },
    ])
      expect(classifyRefusal({ ...refused, error })).toMatchObject({ state: 'forbidden' });
  });
});

describe('an authorization', () => {
  test('reserves the amount, and is found by its reference and without it', async () => {
    const made = order();
    const outcome = approved(await authorize(made, card()));
    expect(outcome.payment).toEqual({
      reference: expect.stringMatching(/^pi_/),
      manyCaptures: true,
      captureBefore: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(outcome.credential).toBeUndefined();
    expect(standIn.books()).toMatchObject({
      authorized: { EUR: 1000 },
      capturable: { EUR: 1000 },
      captured: { EUR: 0 },
    });
    expect(await stripe.findAuthorization({ ...made, reference: outcome.payment.reference })).toEqual(
      outcome,
    );
    expect(await findAuthorization(made)).toEqual(outcome);
    const other = { ...made, reference: outcome.payment.reference };
    for (const wrong of [{ id: newId() }, { amount: 1001 }, { currency: 'USD' }])
      expect(await stripe.findAuthorization({ ...other, ...wrong })).toEqual({ state: 'absent' });
    // Somebody may have raised it in the dashboard before Florin has heard of it.
    expect(await stripe.findAuthorization({ ...other, amount: 999 })).toMatchObject({ state: 'approved' });
  });

  test('is held for longer if the merchant asks for that and the account supports it', async () => {
    const daysOf = async (extended: boolean | undefined) => {
      const outcome = await authorize(order({ extended }), card());
      if (outcome.state !== 'approved') throw new Error(outcome.state);
      return Math.round((Date.parse(outcome.payment.captureBefore ?? '') - Date.now()) / 86_400_000);
    };
    expect(await daysOf(true)).toBe(7);
    standIn.settings().extended = true;
    expect([await daysOf(undefined), await daysOf(false), await daysOf(true)]).toEqual([7, 7, 30]);
    standIn.settings().extended = false;
  });

  test('is made once, however often it is sent', async () => {
    const made = order();
    const outcomes = [await authorize(made, card()), await authorize(made, card())];
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(standIn.books().intents).toHaveLength(1);
  });

  test('that was made keeps its outcome when a repeat is rejected; a new one is forbidden', async () => {
    const made = order();
    const outcome = approved(await authorize(made, card()));
    for (const call of ['POST /v1/payment_methods', confirm]) {
      standIn.fail({ how: 'denied', of: call });
      expect(await authorize(made, card())).toEqual(outcome);
      standIn.fail({ how: 'denied', of: call });
      expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
    }
    // The intents of the rejected ones hold no funds and stay open for a repeat.
    expect(standIn.books().intents.map(({ status }) => status)).toEqual([
      'requires_payment_method',
      'requires_payment_method',
      'requires_capture',
    ]);
  });

  test('whose answer is lost, and whose repeat is rejected because of the key, is unknown', async () => {
    const made = order();
    standIn.fail({ how: 'lost', of: confirm });
    standIn.fail({ how: 'denied', of: confirm });
    expect(await authorize(made, card())).toMatchObject({ state: 'unknown' });
    approved(await findAuthorization(made));
    expect(standIn.books().intents).toHaveLength(1);
  });

  test('by a card without the required 3-D Secure is declined and released, at once or when it is found later', async () => {
    const made = order({ requireTds: true });
    const required = { state: 'declined', decline: 'TDSECURE_REQUIRED' };
    const instrument = card('378282246310005');
    expect(await authorize(made, instrument)).toMatchObject(required);
    expect(await findAuthorization(made)).toMatchObject(required);
    const lost = order({ requireTds: true });
    standIn.fail({ how: 'lost', of: confirm, times: 3 });
    expect(await authorize(lost, instrument)).toMatchObject({ state: 'unknown' });
    expect(await findAuthorization(lost)).toMatchObject(required);
    expect(standIn.books().capturable).toEqual({ EUR: 0 });
  });

  test('is made once, and all copies get its outcome, when copies are sent to a slow acquirer', async () => {
    standIn.latency = 1_500;
    const made = order();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => authorize(made, card())));
    for (const outcome of outcomes) expect(outcome).toEqual(approved(outcomes[0] as AuthorizationOutcome));
    expect(standIn.books().intents).toHaveLength(1);
  });

  test('sends the payer’s name and e-mail address if they are given', async () => {
    const fetching = jest.spyOn(globalThis, 'fetch');
    const payer = { name: 'Ann O’Neil', email: 'ann@example.com' };
    approved(await authorize(order(), card(undefined, { payer })));
    approved(await authorize(order(), card(undefined, { payer: { name: payer.name } })));
    const sent = fetching.mock.calls.flatMap(([url, init]) =>
      String(url).endsWith('/payment_methods') ? [init?.body as URLSearchParams] : [],
    );
    const told = (body: URLSearchParams) => [...body].filter(([name]) => name.startsWith('billing_details'));
    const name = ['billing_details[name]', payer.name];
    expect(sent.map(told)).toEqual([[name, ['billing_details[email]', payer.email]], [name]]);
  });

  test('is declined with the reason of the issuer', async () => {
    const decline = async (number: string) => authorize(order(), card(number));
    expect(await decline('4000000000009995')).toMatchObject({
      state: 'declined',
      decline: 'PAYMENT_INSUFFICIENT_FUNDS',
      reference: expect.stringMatching(/^pi_/),
    });
    expect(await decline('4000000000000002')).toMatchObject({ decline: 'PAYMENT_REJECTED_BY_ISSUER' });
    expect(await decline('4000000000000069')).toMatchObject({ decline: 'PAYMENT_CARD_EXPIRED' });
    expect(await decline('4000000000000127')).toMatchObject({
      decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID',
    });
    expect(await decline('4242424242424241')).toEqual({
      state: 'declined',
      decline: 'PAYMENT_CARD_NUMBER_INVALID',
    });
    expect(standIn.books().authorized).toEqual({});
  });

  test('asks the customer’s bank, and has the outcome that the bank decides', async () => {
    const made = order();
    const challenge = await authorize(made, card('4000002760003184'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    expect(await findAuthorization(made)).toEqual(challenge);
    const back = new URL((await atBank(challenge.url, 'yes')) ?? '');
    expect(back.origin + back.pathname).toBe('https://pos.example/back');
    expect(back.searchParams.get('payment_intent')).toBe(challenge.reference);
    expect(await stripe.findAuthorization({ ...made, reference: challenge.reference })).toMatchObject({
      state: 'approved',
      tds: 'full',
    });

    const other = order();
    const refused = await authorize(other, card('4000002760003184'));
    if (refused.state !== 'challenge') throw new Error(refused.state);
    await atBank(refused.url, 'no');
    expect(await stripe.findAuthorization({ ...other, reference: refused.reference })).toMatchObject({
      state: 'declined',
      decline: 'TDSECURE_FAILED',
    });
  });

  test('that is abandoned is cancelled, even if the customer has returned from the bank', async () => {
    for (const passed of [false, true]) {
      const made = order();
      const challenge = await authorize(made, card('4000002760003184'));
      if (challenge.state !== 'challenge') throw new Error(challenge.state);
      if (passed) await atBank(challenge.url, 'yes');
      expect(await stripe.abandon(made, challenge.reference)).toEqual({ state: 'approved' });
      expect(await stripe.abandon(made, challenge.reference)).toEqual({ state: 'approved' });
      expect(await findAuthorization(made)).toMatchObject({ state: 'declined' });
    }
    expect(standIn.books().capturable).toEqual({ EUR: 0 });
  });

  test('without the required 3-D Secure is not approved', async () => {
    const made = order({ requireTds: true });
    const challenge = await authorize(made, card());
    expect(challenge.state).toBe('challenge');
  });

  test('stores the card, which is charged again without its holder', async () => {
    const first = approved(await authorize(order(), card(undefined, { store: true })));
    if (!first.credential) throw new Error('No credential');
    expect(first.credential).toEqual({
      reference: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
    });
    approved(await authorize(order(), { credential: first.credential }));
    expect(standIn.books().authorized).toEqual({ EUR: 2000 });
    const alone = { reference: first.credential.reference };
    expect(await authorize(order(), { credential: alone })).toMatchObject({ state: 'declined' });
  });

  test('of 0 saves the card, with and without a challenge by the bank', async () => {
    const made = order({ amount: 0 });
    const saved = approved(await authorize(made, card()));
    expect(saved.payment).toEqual({ reference: expect.stringMatching(/^seti_/), manyCaptures: false });
    expect(saved.credential?.customer).toMatch(/^cus_/);
    expect(await findAuthorization(made)).toEqual(saved);
    const asked = order({ amount: 0 });
    const challenge = await authorize(asked, card('4000002500003155'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    await atBank(challenge.url, 'yes');
    const later = approved(await stripe.findAuthorization({ ...asked, reference: challenge.reference }));
    expect(later.tds).toBe('full');
    if (!later.credential) throw new Error('No credential');
    approved(await authorize(order(), { credential: later.credential }));
  });

  test('that requires a challenge is declined if the card’s holder is not present', async () => {
    const made = order({ amount: 0 });
    const challenge = await authorize(made, card('4000002760003184'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    await atBank(challenge.url, 'yes');
    const { credential } = approved(await findAuthorization(made));
    if (!credential) throw new Error('No credential');
    expect(await authorize(order(), { credential })).toMatchObject({
      state: 'declined',
      decline: 'TDSECURE_REQUIRED',
    });
  });
});

describe('an intent whose id Florin did not receive', () => {
  const lost = async (made = order()) => {
    standIn.crowd(1_500);
    const end = standIn.fail({ how: 'lost', of: /_intents$/, times: 3 });
    expect(await authorize(made, card())).toMatchObject({ state: 'unknown' });
    end();
    return made;
  };
  const left = () => standIn.books().intents.find(({ metadata }) => !/^0+$/.test(metadata.florin ?? ''));

  test.each([1000, 0])('is found by repeating the request that created it: %s', async (amount) => {
    const made = await lost(order({ amount }));
    const found = await findAuthorization(made);
    expect(found).toEqual({ state: 'absent', reference: expect.stringMatching(/^(pi|seti)_/) });
    if (amount) expect(found).toMatchObject({ reference: left()?.id });
    const { payment } = approved(await authorize(made, card()));
    expect(found).toMatchObject(payment.manyCaptures ? { reference: payment.reference } : {});
  });

  test('is found by a search once the acquirer has forgotten its key', async () => {
    await standIn.close();
    let ahead = 0;
    standIn = await startStandIn({ apiKey: testKey, now: () => Date.now() + ahead });
    connect(standIn.url);
    const made = await lost(order({ id: newId(Date.now() - 25 * 60 * 60 * 1000) }));
    expect(await findAuthorization(made)).toEqual({ state: 'absent' });
    ahead = 61_000;
    expect(await findAuthorization(made)).toEqual({ state: 'absent', reference: left()?.id });
  });

  test('is found among copies of which one was confirmed, and the others are cancelled', async () => {
    await standIn.close();
    let ahead = 0;
    standIn = await startStandIn({ apiKey: testKey, now: () => Date.now() + ahead });
    connect(standIn.url);
    const made = order({ id: newId(Date.now() - 25 * 60 * 60 * 1000) });
    const outcome = approved(await authorize(made, card()));
    // Stripe can fail and make an intent all the same, so that Florin knows no id of it.
    for (const copy of ['one', 'two']) {
      const headers = { authorization: `Bearer ${testKey}`, 'idempotency-key': copy };
      const form = { amount: '1000', currency: 'eur', 'metadata[florin]': made.id };
      const body = new URLSearchParams(form);
      expect(
        (await fetch(`${standIn.url}/v1/payment_intents`, { method: 'POST', headers, body })).status,
      ).toBe(200);
    }
    ahead = 61_000;
    expect(await stripe.findAuthorization(made)).toEqual(outcome);
    expect(standIn.books().intents.map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
      'requires_capture',
    ]);
  });

  test('is not confirmed if its authorization has ended in the meantime', async () => {
    const outcome = await stripe.authorize(order(), card(), async () => undefined);
    expect(outcome.state).toBe('unknown');
    expect(standIn.books()).toMatchObject({
      authorized: {},
      intents: [{ status: 'requires_payment_method' }],
    });
  });

  test('is not confirmed if Florin cannot store its id', async () => {
    const failing = () => Promise.reject(new Error('The database is away'));
    expect((await stripe.authorize(order(), card(), failing)).state).toBe('unknown');
    expect(standIn.books().authorized).toEqual({});
  });
});

test('a payment that was made keeps its outcome when a copy confirms it with another payment method', async () => {
  const made = order();
  // Stripe repeats its failure for the first key, so each copy makes a payment method of its own.
  standIn.fail({ how: '500', of: 'POST /v1/payment_methods' });
  const outcome = approved(await authorize(made, card()));
  const before = standIn.seen.length;
  // Stripe refuses this confirmation with an error that names the intent, though no card was declined.
  expect(await authorize(made, card())).toEqual(outcome);
  expect(standIn.seen.slice(before)).toContainEqual(
    expect.objectContaining({ path: expect.stringMatching(/confirm$/), status: 400 }),
  );
  expect(standIn.books().capturable).toEqual({ EUR: 1000 });
});

test('a payment without the required 3-D Secure is unknown while its hold cannot be released', async () => {
  const made = order({ requireTds: true });
  const withoutTds = card('378282246310005');
  withoutTds.card.code = '1234';
  const end = standIn.fail({ how: 'denied', of: /cancel$/, times: 9 });
  expect(await authorize(made, withoutTds)).toMatchObject({ state: 'unknown' });
  end();
  expect(await findAuthorization(made)).toMatchObject({ state: 'declined', decline: 'TDSECURE_REQUIRED' });
  expect(standIn.books().capturable).toEqual({ EUR: 0 });
});

test('confirming a cancelled intent is declined', async () => {
  const made = order();
  let reference = '';
  await stripe.authorize(made, card(), async (id) => {
    reference = id;
    return undefined;
  });
  expect(await stripe.abandon(made, reference)).toEqual({ state: 'approved' });
  expect(await stripe.authorize({ ...made, reference }, card(), async (id) => id)).toMatchObject({
    state: 'declined',
    reference,
  });
  expect(standIn.books().authorized).toEqual({});
});

test('an intent gets only one customer, from the first of several copies', async () => {
  const made = order();
  const instrument = card(undefined, { store: true });
  standIn.fail({ how: 'reset', of: confirm, times: 3 });
  expect((await authorize(made, instrument)).state).toBe('unknown');
  // The copy creates another customer, because repeating the first creation fails.
  standIn.fail({ how: '500', of: 'POST /v1/customers' });
  const again = { ...kept(made), id: newId() };
  const { reference } = again;
  if (!reference) throw new Error('No reference');
  const outcome = await stripe.authorize(again, instrument, async () => reference);
  // The copy uses another order, so that its keys differ. The intent keeps the first customer.
  expect(outcome.state).not.toBe('declined');
  expect(standIn.books().authorized).toEqual({ EUR: 1000 });
});

describe('a movement', () => {
  test('captures in parts, each with its balance transaction, and the last releases the rest', async () => {
    const payment = await authorized();
    const [first, second, third] = [
      movement('capture', payment, 300),
      movement('capture', payment, 300),
      movement('capture', payment, 200, { final: true }),
    ];
    const one = approved(await stripe.move(first)).figures;
    expect(one).toEqual({
      reference: expect.stringMatching(/^txn_/),
      currency: 'EUR',
      net: 270,
      fee: 30,
      fees: [
        { kind: 'processing', amount: 24, description: 'Stripe processing fees' },
        { kind: 'tax', amount: 6, description: 'VAT' },
      ],
      availableOn: new Date().toISOString().slice(0, 10),
    });
    const entries = [one?.reference ?? ''];
    const two = approved(await stripe.move({ ...second, entries })).figures;
    expect(two?.reference).not.toBe(one?.reference);
    approved(await stripe.move(movement('void', payment, 100)));
    expect(standIn.books().capturable).toEqual({ EUR: 400 });
    approved(await stripe.move(third));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 800 }, capturable: { EUR: 0 } });
    expect(await stripe.find(first)).toMatchObject({ state: 'approved' });
    expect(await stripe.find(movement('capture', payment, 300))).toEqual({ state: 'absent' });
  });

  test('captures once if the payment allows only one capture', async () => {
    const payment = await authorized({}, '4000008400000076');
    expect(payment.manyCaptures).toBe(false);
    approved(await stripe.move(movement('capture', payment, 400)));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 400 }, capturable: { EUR: 0 } });
    expect(await stripe.move(movement('capture', payment, 100))).toMatchObject({ state: 'declined' });
    const other = await authorized({}, '4000008400000076');
    const part = movement('void', other, 100, { final: true });
    expect(stripe.refusalOf(part)).toMatchObject({ field: 'amount' });
    expect(await stripe.move(part)).toMatchObject({ state: 'declined' });
    expect(standIn.books().capturable).toEqual({ EUR: 1000 });
  });

  test('voids the amount that was not captured', async () => {
    const untouched = await authorized();
    const all = movement('void', untouched, 1000, { final: true, untouched: true });
    expect(await stripe.find(all)).toEqual({ state: 'absent' });
    expect(await stripe.move(all)).toEqual({ state: 'approved' });
    expect(await stripe.find(all)).toEqual({ state: 'approved' });
    const partly = await authorized();
    approved(await stripe.move(movement('capture', partly, 300)));
    const rest = movement('void', partly, 700, { final: true });
    expect(await stripe.find(rest)).toEqual({ state: 'absent' });
    expect(await stripe.move(rest)).toEqual({ state: 'approved' });
    expect(await stripe.find(rest)).toEqual({ state: 'approved' });
    const inParts = await authorized();
    approved(await stripe.move(movement('void', inParts, 400)));
    approved(await stripe.move(movement('void', inParts, 600, { final: true })));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 300 }, capturable: { EUR: 0 } });
  });

  test('does not void a payment that another system has captured', async () => {
    const payment = await authorized();
    approved(await stripe.move(movement('capture', payment, 1000, { final: true })));
    const whole = movement('void', payment, 1000, { final: true, untouched: true });
    expect(await stripe.move(whole)).toMatchObject({ state: 'declined' });
    expect(await stripe.find(whole)).toEqual({ state: 'absent' });
  });

  test('an increment is found by its own name, and not by an earlier increment’s', async () => {
    Object.assign(standIn.settings(), { increments: true });
    const payment = await authorized({ increments: true });
    const first = movement('increment', payment, 100, { total: 1100 });
    expect(await stripe.move(first)).toEqual({ state: 'approved' });
    expect(await stripe.find(first)).toEqual({ state: 'approved' });
    const second = movement('increment', payment, 100, { total: 1200 });
    expect(await stripe.find(second)).toEqual({ state: 'absent' });
  });

  test.each(['failed', 'canceled'] as const)(
    'a refund that has %s before it moved money is declined',
    async (end) => {
      standIn.settings().refunds = 'requires_action';
      const payment = await authorized();
      approved(await stripe.move(movement('capture', payment, 1000)));
      const refund = movement('refund', payment, 400);
      expect(await stripe.move(refund)).toMatchObject({ state: 'unknown' });
      const refunds = async () => (await stripe.findPayment(undefined, payment.reference))?.refunds;
      expect(await refunds()).toMatchObject([{ operation: refund.id, amount: 400, ended: false }]);
      standIn.endRefund(standIn.books().refunds[0]?.id ?? '', end);
      expect(await stripe.find(refund)).toMatchObject({ state: 'declined' });
      expect(await refunds()).toMatchObject([{ operation: refund.id, amount: 400, ended: true }]);
    },
  );

  test.each(['capture', 'refund', 'void'] as const)(
    'a %s that Stripe refuses because it was made before keeps its outcome',
    async (kind) => {
      const payment = await authorized();
      if (kind === 'refund') approved(await stripe.move(movement('capture', payment, 1000, { final: true })));
      const asked = movement(kind, payment, 1000, { final: true, untouched: kind === 'void' });
      const outcome = await stripe.move(asked);
      expect(outcome.state).toBe('approved');
      // Another key makes it another request to Stripe.
      expect(await stripe.move({ ...asked, attempts: 1 })).toEqual(outcome);
    },
  );

  test('a payment has ended once it is captured as a whole, or cancelled', async () => {
    const [open, captured, cancelled] = [await authorized(), await authorized(), await authorized()];
    approved(await stripe.move(movement('capture', captured, 1000, { final: true })));
    standIn.expire(cancelled.reference);
    const found = await Promise.all(
      [open, captured, cancelled].map(({ reference }) => stripe.findPayment(undefined, reference)),
    );
    expect(found).toMatchObject([
      { ended: false, captured: 0 },
      { ended: true, captured: 1000 },
      { ended: true, captured: 0 },
    ]);
  });

  test('refunds once, and at most the captured amount', async () => {
    const payment = await authorized();
    approved(await stripe.move(movement('capture', payment, 1000)));
    const refund = movement('refund', payment, 400);
    expect(await stripe.find(refund)).toEqual({ state: 'absent' });
    const { figures } = approved(await stripe.move(refund));
    expect(figures).toMatchObject({ net: -400, fee: 0 });
    expect(await stripe.find(refund)).toEqual({ state: 'approved', figures });
    expect(await stripe.move(refund)).toEqual({ state: 'approved', figures });
    expect(await stripe.move(movement('refund', payment, 601))).toMatchObject({ state: 'declined' });
    expect(standIn.books().refunded).toEqual({ EUR: 400 });
  });

  test('of an amount that Stripe cannot express is declined without a request', async () => {
    const currency = 'BHD';
    const payment = await authorized({ amount: 10_000, currency });
    const asked = standIn.seen.length;
    for (const kind of ['capture', 'refund'] as const)
      expect(await stripe.move(movement(kind, payment, 1234, { currency }))).toMatchObject({
        state: 'declined',
      });
    expect(await authorize(order({ amount: 1234, currency }), card())).toMatchObject({
      state: 'declined',
    });
    expect(standIn.seen).toHaveLength(asked);
  });

  test('is exchanged at the acquirer’s rate, of major units', async () => {
    for (const [currency, amount, rate] of [
      ['USD', 1000, 0.92],
      ['JPY', 1000, 0.0061],
      ['BHD', 10_000, 2.44],
    ] as const) {
      const payment = await authorized({ currency, amount });
      const { figures } = approved(await stripe.move(movement('capture', payment, amount, { currency })));
      expect(figures?.currency).toBe('EUR');
      expect(figures?.rate).toBeCloseTo(rate, 6);
    }
  });

  test('is found and not made again when it is repeated after the acquirer has forgotten its key', async () => {
    await standIn.close();
    let ahead = 0;
    standIn = await startStandIn({ apiKey: testKey, now: () => Date.now() + ahead });
    connect(standIn.url);
    const then = () => newId(Date.now() - 25 * 60 * 60 * 1000);
    const payment = await authorized();
    approved(await stripe.move(movement('capture', payment, 800)));
    const [capture, refund] = [
      movement('capture', payment, 100, { id: then() }),
      movement('refund', payment, 100, { id: then() }),
    ];
    approved(await stripe.move(capture));
    approved(await stripe.move(refund));
    ahead = 25 * 60 * 60 * 1000;
    approved(await stripe.move(capture));
    approved(await stripe.move(refund));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 900 }, refunded: { EUR: 100 } });
  });
});

describe('failures of the acquirer', () => {
  test.each(['reset', 'throttled', 'locked', 'lost'] as const)(
    'the adapter retries after one %s',
    async (how) => {
      for (const call of ['POST /v1/payment_methods', create, confirm]) {
        standIn.fail({ how, of: call });
        approved(await authorize(order(), card()));
      }
      expect(standIn.books().authorized).toEqual({ EUR: 3000 });
      expect(standIn.books().intents).toHaveLength(3);
    },
  );

  test.each(['POST /v1/payment_methods', 'POST /v1/customers', 'POST /v1/tokens', create] as const)(
    'a failure that the acquirer stored under the key of %s does not block the payment',
    async (of) => {
      const by = card(undefined, { keep: true });
      const { credential: saved } = approved(await authorize(order(), by));
      if (!saved) throw new Error('It was not kept');
      const instrument = of === 'POST /v1/tokens' ? { ...by, card: undefined, saved, code: '123' } : by;
      standIn.fail({ how: '500', of });
      approved(await authorize(order(), instrument));
      standIn.fail({ how: '500', of, times: 3 });
      const made = order();
      expect((await authorize(made, instrument)).state).toBe('unknown');
      approved(await authorize(made, instrument));
      expect(standIn.books().authorized).toEqual({ EUR: 3000 });
    },
  );

  test('a failure that the acquirer stored under the key of a confirmation does not block a repeat', async () => {
    const made = order();
    standIn.fail({ how: '500', of: confirm });
    expect((await authorize(made, card())).state).toBe('unknown');
    expect(standIn.seen.filter(({ path }) => path.endsWith('/confirm'))).toHaveLength(1);
    approved(await authorize(made, card()));
    expect(standIn.books().authorized).toEqual({ EUR: 1000 });
  });

  test.each([
    ['reset', 0],
    ['lost', 1],
    ['500', 0],
    ['500-after', 1],
  ] as const)('a lasting %s is unknown at first, and is resolved later', async (how, made) => {
    const end = standIn.fail({ how, of: confirm, times: 9 });
    const wanted = order();
    expect(await authorize(wanted, card())).toMatchObject({ state: 'unknown' });
    end();
    const found = await findAuthorization(wanted);
    expect(found.state).toBe(made ? 'approved' : 'absent');
    approved(await authorize(wanted, card()));
    expect(standIn.books()).toMatchObject({ authorized: { EUR: 1000 }, intents: { length: 1 } });
  });

  test.each([
    ['capture', 'lost'],
    ['capture', '500-after'],
    ['refund', 'lost'],
    ['refund', '500-after'],
  ] as const)('a %s whose answer is %s is found', async (kind, how) => {
    const payment = await authorized();
    approved(await stripe.move(movement('capture', payment, 500)));
    standIn.fail({ how, of: /^POST .*(capture|refunds)$/, times: 3 });
    const wanted = movement(kind, payment, 200);
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect((await stripe.find(wanted)).state).toBe('approved');
  });

  test('a repeat uses another key once the first request is known to have had no effect', async () => {
    const payment = await authorized();
    standIn.fail({ how: '500', of: /capture$/ });
    const wanted = movement('capture', payment, 500);
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect((await stripe.move(wanted)).state).toBe('unknown');
    expect(await stripe.find(wanted)).toEqual({ state: 'absent' });
    approved(await stripe.move({ ...wanted, attempts: 1 }));
    expect(standIn.books().captured).toEqual({ EUR: 500 });
  });

  test('an acquirer that refuses connections or does not answer makes the outcome unknown, in time', async () => {
    await standIn.down();
    expect(await authorize(order(), card())).toEqual({ state: 'unknown', cause: 'ECONNREFUSED' });
    await standIn.up();
    const started = Date.now();
    standIn.fail({ how: 'hang', of: 'POST /v1/payment_methods' });
    expect(await authorize(order(), card())).toEqual({ state: 'unknown', cause: 'TIMEOUT' });
    expect(Date.now() - started).toBeLessThan(6_500);
  });

  test('a rejected API key does not resolve a capture whose answer was lost', async () => {
    const payment = await authorized();
    const capture = movement('capture', payment, 500);
    standIn.fail({ how: 'lost', of: /capture$/, times: 3 });
    await stripe.move(capture);
    standIn.fail({ how: 'denied', times: 99 });
    // This request had no effect. The caller that has sent it before knows that an earlier one may have had one.
    expect((await stripe.move(capture)).state).toBe('forbidden');
    expect((await stripe.find(capture)).state).toBe('unknown');
    expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
  });

  test('a different request with the same idempotency key is unknown', async () => {
    const made = order();
    approved(await authorize(made, card()));
    const another = { ...made, descriptor: 'Another' };
    const other = await stripe.authorize(another, card(), async (reference) => reference);
    expect(other.state).toBe('unknown');
    expect(standIn.books().intents).toHaveLength(1);
  });

  test('the log contains no card number and no API key', async () => {
    const written = jest.mocked(process.stdout.write);
    for (const how of ['500', 'denied', 'reset', 'hang-after'] as const) {
      standIn.fail({ how, of: /payment_(methods|intents)$/, times: 9 })();
      standIn.fail({ how, of: /payment_(methods|intents)$/, times: 3 });
      await authorize(order(), card());
    }
    const lines = written.mock.calls.map(([line]) => String(line)).join('');
    expect(lines).toContain('payment_methods');
    expect(lines).not.toMatch(/4242424242424242|sk_test|Bearer/);
  });
});

test('the adapter sends no further request after a decline', async () => {
  const outcome = await authorize(order(), card('4000000000000002'));
  expect(outcome).toMatchObject({ state: 'declined' });
  expect(standIn.seen.map(({ path }) => path.replace(/pi_\w+/, 'pi')).sort()).toEqual([
    '/v1/payment_intents',
    '/v1/payment_intents/pi/confirm',
    '/v1/payment_methods',
  ]);
});

test('accounts are separate', async () => {
  const payment = await authorized({ account: 'acct_1' });
  expect(standIn.books('acct_1').authorized).toEqual({ EUR: 1000 });
  expect(standIn.books().intents).toEqual([]);
  expect(await stripe.find(movement('capture', payment, 1))).toMatchObject({ state: 'unknown' });
  expect(await validateAccount('acct_1')).toEqual({
    currency: 'EUR',
    country: 'DK',
    chargesEnabled: true,
    payoutsEnabled: true,
    live: false,
  });
});

test('a payment and a dispute’s balance transactions show their amounts in the account’s currency', async () => {
  const usd = { amount: 1000, currency: 'USD' };
  const payment = await authorized(usd);
  const { figures } = approved(await stripe.move(movement('capture', payment, 1000, usd)));
  expect(await stripe.findPayment(undefined, payment.reference)).toEqual({
    currency: 'USD',
    authorized: 1000,
    captureBefore: undefined,
    captured: 1000,
    captures: [{ amount: 1000, figures }],
    refunds: [],
    ended: true,
  });
  const dispute = standIn.dispute(payment.reference);
  standIn.closeDispute(dispute, 'won');
  const { figures: moved = [], ...found } = (await stripe.findDispute(undefined, dispute)) ?? {};
  expect(moved.map(({ net, fee, currency, rate }) => ({ net, fee, currency, rate }))).toEqual([
    { net: -2420, fee: 1500, currency: 'EUR', rate: 0.92 },
    { net: 920, fee: 0, currency: 'EUR', rate: 0.92 },
  ]);
  expect(found).toMatchObject({ status: 'won', payment: payment.reference, ...usd });
  expect(await stripe.findPayment(undefined, 'pi_none')).toBeUndefined();
});

test.each([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry_closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'lost'],
  ['a status of a later version', 'open'],
])('a dispute that Stripe calls %s is %s', async (status, expected) => {
  const payment = await authorized();
  await stripe.move(movement('capture', payment, 600));
  const dispute = standIn.dispute(payment.reference, { status, reason: 'product_not_received' });
  const { figures, ...found } = (await stripe.findDispute(undefined, dispute)) ?? {};
  expect(found).toMatchObject({ status: expected, amount: 600, reason: { title: 'Product not received' } });
  expect(figures).toHaveLength(status.startsWith('warning_') ? 0 : 1);
});

test('a dispute that was prevented and has cost nothing is won', async () => {
  const payment = await authorized();
  await stripe.move(movement('capture', payment, 600));
  const dispute = standIn.dispute(payment.reference, { status: 'prevented', booked: false });
  expect(await stripe.findDispute(undefined, dispute)).toMatchObject({ status: 'won', figures: [] });
});

test('balance transactions are read in pages', async () => {
  const payment = await authorized({ amount: 99_999 });
  await Promise.all(Array.from({ length: 40 }, () => stripe.move(movement('capture', payment, 20))));
  const refunds = Array.from({ length: 70 }, () => stripe.move(movement('refund', payment, 10)));
  await Promise.all(refunds);
  const first = await stripe.listBalanceTransactions(undefined, { since: Date.now() - 60_000 });
  expect(first.entries).toHaveLength(100);
  const second = await stripe.listBalanceTransactions(undefined, { since: Date.now() - 60_000 }, first.next);
  expect(second).toMatchObject({ next: undefined, entries: { length: 10 } });
  expect(new Set([...first.entries, ...second.entries].map(({ reference }) => reference)).size).toBe(110);
});

test('a balance transaction of the second in which a period ends is in exactly one period', async () => {
  standIn.book({ type: 'stripe_fee', amount: -5 });
  const since = Date.now() - 60_000;
  const [entry] = (await stripe.listBalanceTransactions(undefined, { since })).entries;
  for (const later of [0, 1, 500, 999, 1000]) {
    const until = Date.parse(entry?.created ?? '') + later;
    const before = await stripe.listBalanceTransactions(undefined, { since, until });
    const after = await stripe.listBalanceTransactions(undefined, { since: until });
    expect(before.entries.length + after.entries.length).toBe(1);
  }
});
