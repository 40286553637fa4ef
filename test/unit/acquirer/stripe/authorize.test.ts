import type { AuthorizationOrder, Instrument } from '../../../../functions/core/acquirer/acquirer.ts';
import { methods } from '../../../../functions/core/acquirer/stripe/methods.ts';
import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../../../functions/core/domain/id.ts';
import { card, order } from '../../../stripe/orders.ts';
import { failed, listOf, refused, scriptStripe } from './scripted.ts';

const { during, keys, forms } = scriptStripe();

const id = newId();
const asked = order({ id });
const intent = (status: string, over: object = {}): [number, object] => [
  200,
  {
    ...{ object: 'payment_intent', id: 'pi_1', status, amount: 1000, currency: 'eur', customer: null },
    ...{ metadata: { florin: id }, payment_method: 'pm_1', last_payment_error: null, ...over },
  },
];
const [waiting, held, cancelled] = ['requires_payment_method', 'requires_capture', 'canceled'].map((status) =>
  intent(status),
) as [ReturnType<typeof intent>, ReturnType<typeof intent>, ReturnType<typeof intent>];

const [create, confirm, look, cancel] = [
  'POST payment_intents',
  'POST payment_intents/pi_1/confirm',
  'GET payment_intents/pi_1',
  'POST payment_intents/pi_1/cancel',
] as const;

/** The answers to a payment that is approved. */
const usual: Parameters<typeof during>[0] = {
  [create]: waiting,
  'POST payment_methods': [200, { object: 'payment_method', id: 'pm_1' }],
  'POST customers': [200, { object: 'customer', id: 'cus_1' }],
  'POST tokens': [200, { object: 'token', id: 'cvctok_1' }],
  'POST payment_intents/pi_1': waiting,
  [confirm]: held,
  [look]: waiting,
  [cancel]: cancelled,
};

const keep = async (reference: string): Promise<string | undefined> => reference;
const pay = (
  answers: typeof usual = {},
  over: Partial<AuthorizationOrder> = {},
  instrument: Instrument = card(),
  keeping = keep,
) => during({ ...usual, ...answers }, () => stripe.authorize({ ...asked, ...over }, instrument, keeping));

const kept = card(undefined, { store: true });
const saved = { saved: { reference: 'pm_1' }, code: '123', store: false, returnUrl: 'https://pos.example' };
const wrongCard = refused(402, { type: 'card_error', code: 'incorrect_number' });
const declinedCard = refused(402, {
  ...{ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
  payment_intent: { id: 'pi_1' },
});

describe('a payment', () => {
  test('a payment is created, kept and confirmed once, under keys that name its card and its customer', async () => {
    const [outcome, requests] = await pay({}, {}, kept);
    expect(outcome).toMatchObject({ state: 'approved', payment: { reference: 'pi_1' } });
    expect(requests.filter((each) => each === create || each === confirm)).toEqual([create, confirm]);
    expect([keys[create], keys[confirm], keys['POST payment_intents/pi_1']]).toEqual([
      [`${id}-intent`],
      [`${id}-pm_1`],
      [`${id}-cus_1`],
    ]);
    await pay({}, {}, saved);
    expect(keys[confirm]).toEqual([`${id}-cvctok_1`]);
  });

  test('a payment with a fee of the platform is captured once, whatever the card allows', async () => {
    const card = { multicapture: { status: 'available' } };
    const latest_charge = { id: 'ch_1', payment_method_details: { card } };
    const many = { [confirm]: intent('requires_capture', { latest_charge }) };
    const fee = { basisPoints: 100, flat: {}, returned: false };
    expect((await pay(many))[0]).toMatchObject({ payment: { manyCaptures: true } });
    expect((await pay(many, { fee }))[0]).toMatchObject({ payment: { manyCaptures: false } });
  });

  test('a payment whose intent is stored creates no other intent', async () => {
    const [outcome, requests] = await pay({}, { reference: 'pi_1' });
    expect(outcome.state).toBe('approved');
    expect(requests).toEqual(['POST payment_methods', confirm]);
  });

  test('a payment is confirmed under the id that is stored, and not at all if it has ended', async () => {
    const other = 'POST payment_intents/pi_2/confirm';
    const stored = intent('requires_capture', { id: 'pi_2' });
    const [, requests] = await pay({ [other]: stored }, {}, card(), async () => 'pi_2');
    expect(requests.at(-1)).toBe(other);
    const [outcome, none] = await pay({}, {}, card(), async () => undefined);
    expect([outcome.state, none.filter((each) => /confirm/.test(each))]).toEqual(['unknown', []]);
  });

  test.each<[string, typeof usual, Instrument | undefined]>([
    ['card is refused', { 'POST payment_methods': wrongCard }, undefined],
    ['code is refused', { 'POST tokens': wrongCard }, saved],
    ['customer is not made', { 'POST customers': refused(400, { param: 'card' }) }, kept],
    ['customer is not set', { 'POST payment_intents/pi_1': refused(400, { param: 'card' }) }, kept],
    ['confirmation is refused', { [confirm]: wrongCard }, undefined],
  ])(
    'a payment whose %s is declined only once nobody can confirm it any more',
    async (_, answers, instrument) => {
      const [outcome, requests] = await pay(answers, {}, instrument);
      expect([outcome.state, requests.at(-1)]).toEqual(['declined', cancel]);
      expect(requests.includes(confirm)).toBe(confirm in answers);
      for (const unclear of [failed, intent('processing')])
        expect((await pay({ ...answers, [cancel]: unclear }, {}, instrument))[0].state).toBe('unknown');
      // A copy of the request has confirmed the intent, or may have.
      const [made, all] = await pay({ ...answers, [look]: held }, {}, instrument);
      expect([made.state, all.includes(cancel)]).toEqual(['approved', false]);
      const [unknown, none] = await pay({ ...answers, [look]: failed }, {}, instrument);
      expect([unknown.state, none.includes(cancel)]).toEqual(['unknown', false]);
    },
  );

  test.each([
    ['the card', { 'POST payment_methods': failed }, undefined],
    ['the customer', { 'POST customers': failed }, kept],
    ['the customer of the intent', { 'POST payment_intents/pi_1': failed }, kept],
  ] as const)(
    'a payment is unknown, and not confirmed, if Stripe fails with %s',
    async (_, answers, instrument) => {
      const [outcome, requests] = await pay(answers, {}, instrument);
      expect([outcome.state, requests.includes(confirm), requests.includes(cancel)]).toEqual([
        'unknown',
        false,
        false,
      ]);
    },
  );

  test('a payment that a duplicate has given a customer is confirmed with this customer', async () => {
    const answers = { 'POST payment_intents/pi_1': refused(400, { param: 'customer' }) };
    const [outcome, requests] = await pay(
      { ...answers, [look]: intent('requires_payment_method', { customer: 'cus_2' }) },
      {},
      kept,
    );
    expect([outcome.state, requests.includes(confirm)]).toEqual(['approved', true]);
  });

  test('a payment that the bank declines is not looked up, except for the check of a saved card’s code', async () => {
    const [outcome, requests] = await pay({ [confirm]: declinedCard });
    expect([outcome, requests.at(-1)]).toMatchObject([
      { state: 'declined', decline: 'PAYMENT_INSUFFICIENT_FUNDS' },
      confirm,
    ]);
    const checked = intent('requires_payment_method', {
      last_payment_error: { type: 'card_error', decline_code: 'generic_decline' },
      latest_charge: { id: 'ch_1', payment_method_details: { card: { checks: { cvc_check: 'fail' } } } },
    });
    const [wrong] = await pay({ [confirm]: declinedCard, [look]: checked }, {}, saved);
    expect(wrong).toMatchObject({ decline: 'PAYMENT_CARD_SECURITY_CODE_INVALID' });
    for (const other of [failed, waiting])
      expect((await pay({ [confirm]: declinedCard, [look]: other }, {}, saved))[0]).toMatchObject({
        ...{ state: 'declined', decline: 'PAYMENT_INSUFFICIENT_FUNDS' },
      });
  });

  test('a payment that an error of another kind names is looked up', async () => {
    const moved = { code: 'payment_intent_unexpected_state', payment_intent: { id: 'pi_1' } };
    const [outcome, requests] = await pay({ [confirm]: refused(400, moved), [look]: held });
    expect([outcome.state, requests.at(-1)]).toEqual(['approved', look]);
  });

  test.each<[string, [number, object]]>([
    ['another payment', intent('requires_payment_method', { metadata: { florin: newId() } })],
    ['no payment', [200, { object: 'payment_intent', metadata: { florin: id } }]],
    ['no metadata', [200, { object: 'payment_intent', id: 'pi_1' }]],
  ])('a payment whose intent is that of %s is unknown, and not confirmed', async (_, made) => {
    const keeping = jest.fn(keep);
    const [outcome, requests] = await pay({ [create]: made }, {}, card(), keeping);
    expect([outcome.state, requests.some((each) => /confirm/.test(each))]).toEqual(['unknown', false]);
    expect(keeping).not.toHaveBeenCalled();
  });
});

describe('the search for an authorization', () => {
  const found = (answers: typeof usual, over: Partial<AuthorizationOrder> = {}) =>
    during({ ...usual, ...answers }, () => stripe.findAuthorization({ ...asked, ...over }));
  const search = 'GET payment_intents/search';

  test.each<[string, [number, object], string]>([
    ['is held', held, 'approved'],
    ['was raised', intent('requires_capture', { amount: 1001 }), 'approved'],
    ['is lower', intent('requires_capture', { amount: 999 }), 'absent'],
    ['is in another currency', intent('requires_capture', { currency: 'usd' }), 'absent'],
    ['is of another operation', intent('requires_capture', { metadata: { florin: newId() } }), 'absent'],
    ['is not found', refused(404), 'unknown'],
    ['is not shown', refused(403), 'unknown'],
    ['fails', failed, 'unknown'],
    ['has no metadata', intent('requires_capture', { metadata: null }), 'unknown'],
  ])('a search by an id has the right outcome if the intent %s', async (_, answer, state) => {
    const [outcome, requests] = await found({ [look]: answer }, { reference: 'pi_1' });
    expect([outcome.state, requests]).toEqual([state, [look]]);
  });

  test.each([
    [0, 'approved'],
    [1000, 'absent'],
  ])('a search for the amount %d takes an intent that only saves a card: %s', async (amount, state) => {
    const setup = {
      ...{ object: 'setup_intent', id: 'seti_1', status: 'succeeded', customer: 'cus_1' },
      ...{ metadata: { florin: id }, payment_method: 'pm_1', latest_attempt: null },
    };
    const answers = { 'GET setup_intents/seti_1': [200, setup] as [number, object] };
    const [outcome] = await found(answers, { amount, reference: 'seti_1' });
    expect(outcome.state).toBe(state);
    if (state === 'approved')
      expect(outcome).toMatchObject({
        ...{ payment: { manyCaptures: false }, credential: { reference: 'pm_1', customer: 'cus_1' } },
      });
  });

  test('without an id takes the intent that is confirmed, and cancels the others of the order', async () => {
    const [[, first], [, made]] = [waiting, intent('requires_capture', { id: 'pi_2' })];
    const [, foreign] = intent('requires_capture', { id: 'pi_3', metadata: { florin: newId() } });
    for (const list of [
      [foreign, first, made],
      [made, first, foreign],
    ]) {
      const [outcome, requests] = await found({ [search]: listOf(...list) });
      expect([outcome, requests]).toMatchObject([
        { state: 'approved', payment: { reference: 'pi_2' } },
        [search, cancel],
      ]);
    }
  });

  test.each<[string, Partial<AuthorizationOrder>, [number, object], object, string[]]>([
    ['makes the intent', {}, waiting, { state: 'absent', reference: 'pi_1' }, [search, create]],
    ['is unknown if Stripe fails', {}, failed, { state: 'unknown' }, [search, create]],
    ['of a refused intent has no id', {}, refused(400), { state: 'absent' }, [search, create]],
    [
      'of a day ago makes none',
      { id: newId(Date.now() - 86_400_000) },
      waiting,
      { state: 'absent' },
      [search],
    ],
  ])('without an id, when nothing is found, %s', async (_, over, made, outcome, requests) => {
    const answers = { [search]: listOf(), [create]: made };
    const [became, sent] = await found(answers, over);
    expect([became, [...new Set(sent)]]).toMatchObject([outcome, requests]);
  });

  test('a response that cannot be read is logged with the place of the error, without its content', async () => {
    const [, broken] = intent('requires_capture', { metadata: null, text: 'never logged' });
    const [outcome] = await found({ 'GET payment_intents/pi_1': [200, broken] }, { reference: 'pi_1' });
    expect(outcome.state).toBe('unknown');
    const logged = jest.mocked(process.stdout.write).mock.calls.join('');
    expect(logged).toMatch(/"stripe":"findAuthorization","error":"\w+Error","at":" +at /);
    expect(logged).not.toContain('never logged');
  });

  test('without an id of a card that is only saved makes its intent once more', async () => {
    const setup = { object: 'setup_intent', id: 'seti_1', metadata: { florin: id } };
    const [outcome, requests] = await found({ 'POST setup_intents': [200, setup] }, { amount: 0 });
    expect([outcome, requests]).toEqual([{ state: 'absent', reference: 'seti_1' }, ['POST setup_intents']]);
  });
});

describe('a payment by a method', () => {
  const [refunds, refund] = ['GET refunds', 'POST refunds'];
  const payer = { name: 'Ann', email: 'ann@example.com' };

  test.each(methods.map((row) => [row.type, row] as const))(
    'a payment by %s is sent with the fields that its row needs, and each code under a key of its own',
    async (type, row) => {
      const [currency = ''] = row.currencies;
      const by = (code: string) => ({
        ...{
          method: row,
          code: row.digits ? code : undefined,
          payer,
          store: false,
          returnUrl: 'https://pos.example',
        },
      });
      const terms = { method: type, currency, requireTds: true };
      await pay({ [confirm]: intent('processing') }, { ...terms, descriptor: 'Shops' }, by('123456'));
      expect(forms[create]).toEqual({
        ...{ amount: '1000', currency: currency.toLowerCase(), statement_descriptor: 'Shops' },
        capture_method: row.captured === 'at once' ? 'automatic' : 'manual',
        ...{ 'allowed_payment_method_types[0]': type, 'metadata[florin]': id },
      });
      expect(forms[confirm]).toEqual({
        ...{ return_url: 'https://pos.example', 'expand[0]': 'latest_charge' },
        'payment_method_data[type]': type,
        'payment_method_data[billing_details][name]': payer.name,
        'payment_method_data[billing_details][email]': payer.email,
        ...(row.digits && { [`payment_method_options[${type}][code]`]: '123456' }),
      });
      const [first] = keys[confirm] ?? [];
      const [outcome] = await pay(
        { [confirm]: intent('processing') },
        { ...terms, descriptor: 'Shop' },
        by('654321'),
      );
      expect(outcome).toEqual({ state: 'challenge', reference: 'pi_1', kind: 'wait' });
      expect(forms[create]).not.toHaveProperty('statement_descriptor');
      expect(keys[confirm]?.[0] === first).toBe(row.kind !== 'code');
    },
  );

  const fee = { basisPoints: 100, flat: {}, returned: false };
  const giveUp = (answers: typeof usual, over: object = {}) =>
    during({ ...usual, [cancel]: refused(400), [look]: moved, ...answers }, () =>
      stripe.abandon({ ...asked, ...over }, 'pi_1'),
    );
  const moved = intent('succeeded', { capture_method: 'automatic' });
  const inState = (status: string) => ({ id: 're_1', object: 'refund', status });

  test('money that a method has moved is returned once, and the platform keeps no fee', async () => {
    for (const over of [{}, { fee }]) {
      const answers = { [refunds]: listOf(), [refund]: [200, inState('pending')] as [number, object] };
      expect((await giveUp(answers, over))[0]).toEqual({ state: 'approved' });
      expect(forms[refund]).toEqual({
        ...{ payment_intent: 'pi_1', 'expand[0]': 'balance_transaction' },
        ...('fee' in over && { refund_application_fee: 'true' }),
      });
    }
    for (const status of ['pending', 'succeeded', 'requires_action']) {
      const [outcome, requests] = await giveUp({ [refunds]: listOf(inState(status)) });
      expect([outcome.state, requests.includes(refund)]).toEqual(['approved', false]);
    }
  });

  test.each(['failed', 'canceled'])(
    'a return that is %s does not count, and is made again',
    async (status) => {
      const answers = {
        [refunds]: listOf(inState(status)),
        [refund]: [200, inState(status)] as [number, object],
      };
      const [outcome, requests] = await giveUp(answers);
      expect([outcome.state, requests.at(-1)]).toEqual(['unknown', refund]);
    },
  );

  test('nothing is returned while Stripe does not say what was returned, or what was captured by a request', async () => {
    const [unknown, asked] = await giveUp({ [refunds]: failed });
    expect([unknown.state, asked.includes(refund)]).toEqual(['unknown', false]);
    const [held] = await giveUp({ [look]: intent('succeeded', { capture_method: 'manual' }) });
    expect(held).toEqual({ state: 'declined', decline: 'PAYMENT_REJECTED' });
  });
});
