import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { authorize, card, findAuthorization, order, storedOrder, testKey } from './orders.ts';
import { requireApproval, restartStandIn, standIn, useStandIn } from './use-stand-in.ts';

const confirm = /^POST .*\/confirm$/;

useStandIn();

/** The URL that the bank sends the customer back to. */
async function atBank(url: string, passed: 'yes' | 'no'): Promise<string | null> {
  expect((await fetch(url)).status).toBe(200);
  const body = new URLSearchParams({ passed });
  return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
}

describe('a card that is saved for its holder', () => {
  const { store, returnUrl } = card();
  const by = async (code: string) => {
    const { credential } = requireApproval(await authorize(order(), card(undefined, { keep: true })));
    if (!credential) throw new Error('It was not kept');
    return { saved: credential, code, store, returnUrl };
  };

  test('a saved card pays each order once, with the security code that the customer has typed', async () => {
    const made = order();
    const instrument = await by('123');
    const outcome = requireApproval(await authorize(made, instrument));
    expect(outcome.credential).toBeUndefined();
    expect(await authorize(made, instrument)).toEqual(outcome);
    requireApproval(await authorize(order(), instrument));
    expect(standIn.books().intents).toHaveLength(3);
  });

  test.each(['124', '12'])('a saved card is declined with the wrong code %s', async (code) => {
    const outcome = await authorize(order(), await by(code));
    expect(outcome).toMatchObject({ state: 'declined', decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' });
  });

  describe('a saved card whose bank declines a wrong security code without saying why', () => {
    const wrongCode = { state: 'declined', decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' };
    beforeEach(() => {
      standIn.settings().hidesWrongCodes = true;
    });

    test('a payment with a wrong security code is declined for the code, which counts as a guess', async () => {
      const instrument = await by('124');
      const made = order({ customer: instrument.saved.customer });
      expect(await authorize(made, instrument)).toMatchObject(wrongCode);
      expect(await findAuthorization(made)).toMatchObject(wrongCode);
      expect(await stripe.abandon(made, standIn.books().intents.at(-1)?.id ?? '')).toEqual({
        state: 'approved',
      });
      expect(await findAuthorization(made)).toMatchObject(wrongCode);
    });

    test('a payment with a wrong security code is declined without the reason if the charge cannot be read', async () => {
      const instrument = await by('124');
      standIn.fail({ how: '500', of: /^GET /, times: 9 });
      expect(await authorize(order({ customer: instrument.saved.customer }), instrument)).toMatchObject({
        state: 'declined',
        decline: 'PAYMENT_REJECTED_BY_ISSUER',
      });
    });
  });
});

describe('an authorization', () => {
  test('an authorization holds the amount, and is found with and without its reference', async () => {
    const made = order();
    const outcome = requireApproval(await authorize(made, card()));
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
    // Somebody may have raised the amount in the dashboard before Florin learned of it.
    expect(await stripe.findAuthorization({ ...other, amount: 999 })).toMatchObject({ state: 'approved' });
  });

  test('an authorization is held for longer if the merchant asks for that and the account supports it', async () => {
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

  test('a payment by a card without the required 3-D Secure is declined and released, immediately or when it is found later', async () => {
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

  test('an authorization sends the payer’s name and e-mail address if they are given', async () => {
    const fetching = jest.spyOn(globalThis, 'fetch');
    const payer = { name: 'Ann O’Neil', email: 'ann@example.com' };
    requireApproval(await authorize(order(), card(undefined, { payer })));
    requireApproval(await authorize(order(), card(undefined, { payer: { name: payer.name } })));
    const sent = fetching.mock.calls.flatMap(([url, init]) =>
      String(url).endsWith('/payment_methods') ? [init?.body as URLSearchParams] : [],
    );
    const told = (body: URLSearchParams) => [...body].filter(([name]) => name.startsWith('billing_details'));
    const name = ['billing_details[name]', payer.name];
    expect(sent.map(told)).toEqual([[name, ['billing_details[email]', payer.email]], [name]]);
  });

  test('an authorization asks the customer’s bank, and has the outcome that the bank decides', async () => {
    const made = order();
    const challenge = await authorize(made, card('4000002760003184'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    expect(await findAuthorization(made)).toEqual(challenge);
    const back = new URL((await atBank(challenge.url ?? '', 'yes')) ?? '');
    expect(back.origin + back.pathname).toBe('https://pos.example/back');
    expect(back.searchParams.get('payment_intent')).toBe(challenge.reference);
    expect(await stripe.findAuthorization({ ...made, reference: challenge.reference })).toMatchObject({
      state: 'approved',
      tds: 'full',
    });

    const other = order();
    const refused = await authorize(other, card('4000002760003184'));
    if (refused.state !== 'challenge') throw new Error(refused.state);
    await atBank(refused.url ?? '', 'no');
    expect(await stripe.findAuthorization({ ...other, reference: refused.reference })).toMatchObject({
      state: 'declined',
      decline: 'TDSECURE_FAILED',
    });
  });

  test('without the required 3-D Secure is not approved', async () => {
    const made = order({ requireTds: true });
    const challenge = await authorize(made, card());
    expect(challenge.state).toBe('challenge');
  });

  test('an authorization stores the card, which is charged again without its holder', async () => {
    const first = requireApproval(await authorize(order(), card(undefined, { store: true })));
    if (!first.credential) throw new Error('No credential');
    expect(first.credential).toEqual({
      reference: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
    });
    requireApproval(await authorize(order(), { credential: first.credential }));
    expect(standIn.books().authorized).toEqual({ EUR: 2000 });
    const alone = { reference: first.credential.reference };
    expect(await authorize(order(), { credential: alone })).toMatchObject({ state: 'declined' });
  });

  test('an authorization of 0 saves the card, with and without a challenge by the bank', async () => {
    const made = order({ amount: 0 });
    const saved = requireApproval(await authorize(made, card()));
    expect(saved.payment).toEqual({ reference: expect.stringMatching(/^seti_/), manyCaptures: false });
    expect(saved.credential?.customer).toMatch(/^cus_/);
    expect(await findAuthorization(made)).toEqual(saved);
    const asked = order({ amount: 0 });
    const challenge = await authorize(asked, card('4000002500003155'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    await atBank(challenge.url ?? '', 'yes');
    const later = requireApproval(
      await stripe.findAuthorization({ ...asked, reference: challenge.reference }),
    );
    expect(later.tds).toBe('full');
    if (!later.credential) throw new Error('No credential');
    requireApproval(await authorize(order(), { credential: later.credential }));
  });

  test('an authorization that requires a challenge is declined if the card’s holder is not present', async () => {
    const made = order({ amount: 0 });
    const challenge = await authorize(made, card('4000002760003184'));
    if (challenge.state !== 'challenge') throw new Error(challenge.state);
    await atBank(challenge.url ?? '', 'yes');
    const { credential } = requireApproval(await findAuthorization(made));
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

  test.each([1000, 0])(
    'a lost intent is found by repeating the request that created it: %s',
    async (amount) => {
      const made = await lost(order({ amount }));
      const found = await findAuthorization(made);
      expect(found).toEqual({ state: 'absent', reference: expect.stringMatching(/^(pi|seti)_/) });
      if (amount) expect(found).toMatchObject({ reference: left()?.id });
      const { payment } = requireApproval(await authorize(made, card()));
      expect(found).toMatchObject(payment.manyCaptures ? { reference: payment.reference } : {});
    },
  );

  test('a lost intent is found by a search once the acquirer has forgotten its key', async () => {
    let ahead = 0;
    await restartStandIn(() => Date.now() + ahead);
    const made = await lost(order({ id: newId(Date.now() - 25 * 60 * 60 * 1000) }));
    expect(await findAuthorization(made)).toEqual({ state: 'absent' });
    ahead = 61_000;
    expect(await findAuthorization(made)).toEqual({ state: 'absent', reference: left()?.id });
  });

  test('a lost intent is found among duplicates of which one was confirmed, and the others are cancelled', async () => {
    let ahead = 0;
    await restartStandIn(() => Date.now() + ahead);
    const made = order({ id: newId(Date.now() - 25 * 60 * 60 * 1000) });
    const outcome = requireApproval(await authorize(made, card()));
    // Stripe can answer with an error although it has made an intent, so that Florin does not know the intent's id.
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

test('an intent gets only one customer, from the first of several duplicates', async () => {
  const made = order();
  const instrument = card(undefined, { store: true });
  standIn.fail({ how: 'reset', of: confirm, times: 3 });
  expect((await authorize(made, instrument)).state).toBe('unknown');
  // The copy creates another customer, because repeating the first creation fails.
  standIn.fail({ how: '500', of: 'POST /v1/customers' });
  const again = { ...storedOrder(made), id: newId() };
  const { reference } = again;
  if (!reference) throw new Error('No reference');
  const outcome = await stripe.authorize(again, instrument, async () => reference);
  // The copy uses another order, so that its keys differ. The intent keeps the first customer.
  expect(outcome.state).not.toBe('declined');
  expect(standIn.books().authorized).toEqual({ EUR: 1000 });
});

test('an account that takes no payments declines none', async () => {
  standIn.settings().chargesEnabled = false;
  expect(await authorize(order(), card())).toMatchObject({ state: 'forbidden' });
  expect(standIn.books().authorized).toEqual({});
});

test('a different request with the same idempotency key is unknown', async () => {
  const made = order();
  requireApproval(await authorize(made, card()));
  const another = { ...made, descriptor: 'Another' };
  const other = await stripe.authorize(another, card(), async (reference) => reference);
  expect(other.state).toBe('unknown');
  expect(standIn.books().intents).toHaveLength(1);
});
