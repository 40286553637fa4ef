import { allEvidence } from '#domain/disputes/evidence-limits.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import * as shownBy from '../../../functions/core/presenters/console.ts';
import { present as presentDispute } from '../../../functions/core/presenters/dispute.ts';
import { present as presentFraud } from '../../../functions/core/presenters/fraud.ts';
import { present as presentLine } from '../../../functions/core/presenters/line.ts';
import { presentApp, presentUser } from '../../../functions/core/presenters/member.ts';
import { present as presentMerchant } from '../../../functions/core/presenters/merchant.ts';
import { presentOperation } from '../../../functions/core/presenters/operation.ts';
import { present as presentPayout } from '../../../functions/core/presenters/payout.ts';
import { present as presentPosting } from '../../../functions/core/presenters/posting.ts';
import {
  presentMethod,
  present as presentTransaction,
} from '../../../functions/core/presenters/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';

/** Tests each object with all of its optional fields, and with none. The dates are those in the ids. */

type Given<Present extends (given: never, ...more: never[]) => unknown> = Parameters<Present>[0];

const created = '2026-11-23T12:00:00.000Z';
const at = Date.parse(created);
const [id, merchantId, transactionId, payoutId] = [newId(at), newId(at), newId(at), newId(at)] as const;
const ids = { id, merchantId, transactionId } as const;

test('a payout is shown with all of its optional fields, and with none', () => {
  const least = {
    ...{ id, merchantId, test: true, amount: -5, currency: 'EUR', status: 'paid', itemized: 'none' },
    carried: { in: 1, out: 2 },
  } as Given<typeof presentPayout>;
  const { amount, currency, ...rest } = least;
  const shown = { ...rest, created, amount: { currency, amount } };
  const known = { arrival: '2026-11-25', trace: 'T', reference: 'po_1' };
  const unknown = { gross: null, fees: null, net: null };
  expect(presentPayout(least)).toEqual({
    ...shown,
    arrival: null,
    trace: null,
    reference: null,
    count: 0,
    ...unknown,
  });
  const done = { ...least, ...known, itemized: 'done', covers: { count: 7 } } as typeof least;
  const whole = { ...shown, ...known, itemized: 'done', count: 7 };
  expect(presentPayout({ ...done, fees: 3 })).toEqual({ ...whole, gross: -1, fees: 3, net: -4 });
  // A payout of an earlier version.
  expect(presentPayout(done)).toEqual({ ...whole, ...unknown, net: -4 });
});

test('a dispute and a fraud alert show the status and the time of evidence, and no internal fields', () => {
  const reason = { code: 83, title: 'Fraud' };
  const dispute = { ...ids, amount: 5, reason, due: created } as Given<typeof presentDispute>;
  const shown = { ...dispute, created, eligibility: null, contestFee: null, accepts: null };
  const rules = {
    accepts: { ...allEvidence, texts: ['explanation'] as const },
    fee: { isAcknowledged: false },
  };
  expect(presentDispute({ ...dispute, status: 'open', rules })).toMatchObject({
    accepts: { texts: ['explanation'], mostBytes: 3_145_728 },
    contestFee: { acknowledged: false, amount: null, currency: null },
  });
  expect(presentDispute(dispute)).toEqual({
    ...shown,
    accepts: allEvidence,
    status: null,
    stage: null,
    evidence: null,
  });
  const claim = { fingerprint: 'f', busyUntil: 1 };
  expect(presentDispute({ ...dispute, status: 'won', evidence: claim })).toEqual({
    ...{ ...shown, status: 'won', stage: 'dispute', evidence: null },
  });
  const submitted = { ...dispute, sequence: 1, reference: 'du', evidence: { ...claim, submitted: created } };
  expect(presentDispute(submitted)).toEqual({
    ...{ ...shown, status: null, stage: null, evidence: { submitted: created } },
  });
  expect(presentFraud({ ...ids, sequence: 1 } as Given<typeof presentFraud>)).toEqual({ ...ids, created });
  const told = { ...ids, reported: created, reason: 0 } as Given<typeof presentFraud>;
  expect(presentFraud(told)).toEqual({ ...told, created });
});

test('a line is shown with all of its optional fields, and with none', () => {
  const amount = { currency: 'USD', amount: 100 };
  const least = { id, merchantId, test: true, kind: 'payout', amount, balance: -90, fee: 0 } as const;
  const { kind: _, ...rest } = least;
  const shown = { ...rest, created, bookedAt: created };
  expect(presentLine(least as Given<typeof presentLine>)).toEqual({ ...shown, payout: true });
  const fees = [
    { kind: 'acquirer', amount: 3, description: 'D' },
    { kind: 'platform', amount: 4 },
  ];
  const most = {
    ...{ ...least, transactionId, kind: 'capture', description: 'Text', fees, availableOn: '2026-11-25' },
    ...{ acquirer: { reference: 'txn_1', rate: 0.9, currency: 'EUR' }, bookedAt: '2026-10-31T23:00:00.000Z' },
    kept: { currency: 'USD', net: 80, fee: 5 },
    paidOut: { payoutId },
  };
  const acquirers = {
    ...{
      transactionId,
      capture: true,
      description: 'Text',
      reference: 'txn_1',
      fees,
      available: '2026-11-25',
      bookedAt: most.bookedAt,
    },
    ...{ payoutId, arrival: null, trace: null, kept: { currency: 'USD', balance: 80, fee: 5 } },
  };
  expect(presentLine(most as unknown as Given<typeof presentLine>)).toEqual({
    ...{ ...shown, ...acquirers, exchange: { from: 'USD', to: 'EUR', rate: 0.9 } },
  });
  const exchange = { from: 'USD', to: 'EUR', date: '2026-11-23', perEuro: { from: 1.1, to: 1 }, rate: 0.91 };
  expect(presentLine({ ...least, exchange } as unknown as Given<typeof presentLine>)).toMatchObject({
    exchange,
  });
  const paidOut = { payoutId, arrival: 'today', trace: 'T' };
  const unchanged = { ...least, acquirer: { reference: 'txn_1' }, reserve: true as const, paidOut };
  const line = presentLine(unchanged as Given<typeof presentLine>);
  expect(line).toEqual({ ...shown, payout: true, reference: 'txn_1', reserve: true, ...paidOut });
});

test('a line in double entry shows its postings, transaction and payout', () => {
  const amount = { currency: 'EUR', amount: 100 };
  const line = { id, merchantId, test: true, kind: 'capture', amount, balance: 97, fee: 3 };
  const shown = { id, merchantId, test: true, created, bookedAt: created, kind: 'capture' };
  const present = (more: object) =>
    presentPosting({ line: { ...line, ...more }, currency: 'EUR' } as unknown as Given<
      typeof presentPosting
    >);
  expect(present({})).toEqual({
    ...shown,
    postings: [
      { account: 'merchant:payable', currency: 'EUR', amount: 97 },
      { account: 'fees:processing', currency: 'EUR', amount: 3 },
      { account: 'acquirer:receivable', currency: 'EUR', amount: -100 },
    ],
  });
  const bookedAt = '2026-10-31T23:00:00.000Z';
  expect(present({ bookedAt })).toMatchObject({ created, bookedAt });
  expect(present({ transactionId, paidOut: { payoutId, arrival: 'today' } })).toEqual({
    ...{ ...shown, transactionId, payoutId, postings: expect.any(Array) },
  });
});

describe('a transaction', () => {
  const card = {
    bin: '410000',
    last4: '0000',
    expiry: '2030-01-31',
    scheme: 'visa',
    code: { present: true },
  };
  const amounts = {
    ...{ pendingAmount: 1, capturedAmount: 2, refundedAmount: 3, voidedAmount: 4, disputedAmount: 5 },
  };
  const least = {
    ...{ id, merchantId, test: true, currency: 'EUR', amount: 9, descriptor: 'Shop', card, ...amounts },
    ...{ recurring: false, trail: [] as object[] },
  };
  const shown = {
    ...{
      ...least,
      created,
      method: { type: 'card', name: 'Card' },
      custom: null,
      tds: null,
      linkId: null,
      payer: null,
      successful: true,
      error: false,
    },
  };
  const present = (more: object) =>
    presentTransaction({ ...least, ...more } as unknown as Given<typeof presentTransaction>);

  test('a transaction shows null for what it lacks, and why it was declined', () => {
    expect(present({ refundableAmount: 6, funding: {} })).toEqual(shown);
    const more = { custom: { a: 1 }, tds: 'full', linkId: payoutId, payer: { name: 'Ann' } };
    expect(present({ ...more, error: 7 })).toEqual({
      ...{ ...shown, ...more, payer: { name: 'Ann', email: null }, successful: false },
      error: expect.objectContaining({ code: 7, text: 'Insufficient funds' }),
    });
    expect(present({ payer: { email: 'a@example.com' } }).payer).toEqual({
      name: null,
      email: 'a@example.com',
    });
  });

  test('a transaction shows its open movement, and the end of its authorization while money is held', () => {
    const operation = { id: payoutId, kind: 'refund', amount: 3 };
    const acquirer = { captureBefore: '2026-11-30T00:00:00.000Z', reference: 'pi_1' };
    expect(present({ operation, acquirer })).toEqual({
      ...{ ...shown, captureBefore: acquirer.captureBefore },
      operation: { id: payoutId, refund: true, created, amount: 3 },
    });
    expect(present({ acquirer, pendingAmount: 0 })).toEqual({ ...shown, pendingAmount: 0 });
  });

  const fee = { flat: 1, rate: 2 };
  const entry = { id, amount: 3, balance: 2, fee };
  const ofEntry = { created, amount: 3, balance: 2, fee, descriptor: 'Shop' };
  const dispute = (step: string) => ({ id: payoutId, step });
  test.each<[object, object]>([
    [{ kind: 'capture' }, { capture: true, lineId: id }],
    [
      { kind: 'refund', reason: 'duplicate', descriptor: 'Own' },
      { refund: true, reason: 'duplicate', descriptor: 'Own', lineId: id },
    ],
    [
      { kind: 'void', reference: 'r' },
      { void: true, reference: 'r' },
    ],
    [
      { kind: 'refund', lineId: payoutId },
      { refund: true, lineId: payoutId },
    ],
    [
      { kind: 'capture', figuresOf: payoutId },
      { capture: true, figuresDue: true },
    ],
    [{ kind: 'void' }, { void: true }],
    [{ kind: 'increment' }, { increment: true }],
    [
      { kind: 'dispute', dispute: dispute('won'), balance: 0 },
      { dispute: { id: payoutId, won: true }, balance: 0 },
    ],
    [
      { kind: 'dispute', dispute: dispute('lost'), balance: 0 },
      { dispute: { id: payoutId, lost: true }, balance: 0 },
    ],
    [
      { kind: 'dispute', dispute: dispute('lost') },
      { dispute: { id: payoutId, lost: true }, lineId: id },
    ],
    [
      { kind: 'dispute', dispute: dispute('withdrawn'), balance: 0 },
      { dispute: { id: payoutId, withdrawn: true }, balance: 0, lineId: id },
    ],
  ])('a transaction with the entry %j shows %j', (given, expected) => {
    expect(present({ trail: [{ ...entry, ...given }] }).trail).toEqual([{ ...ofEntry, ...expected }]);
  });
});

test('an operation is shown as an authorization or a movement, with its error', () => {
  const about = { id, merchantId, amount: 5, currency: 'EUR', state: 'open' } as const;
  const given = { ...about, kind: 'authorize', draft: {} };
  const shown = { id, created, amount: 5, currency: 'EUR', state: 'open', error: false };
  const present = (more: object) =>
    presentOperation({ ...given, ...more } as unknown as Given<typeof presentOperation>);
  expect(present({})).toEqual({ ...shown, transactionId: id, authorization: true });
  expect(present({ draft: { reference: 'r' } })).toMatchObject({ reference: 'r' });
  expect(present({ kind: 'refund', reason: 'other', reference: 'r' })).toMatchObject({
    ...{ refund: true, reason: 'other', reference: 'r' },
  });
  expect(
    present({ kind: 'capture', transactionId, state: 'declined', decline: 'PAYMENT_INSUFFICIENT_FUNDS' }),
  ).toMatchObject({
    ...{ transactionId, capture: true, state: 'declined', error: { code: 7 } },
  });
});

test('an app without a name and a user without a role are shown, without the key of the app', () => {
  expect(presentApp({ id, name: null, key: 'secret' } as Given<typeof presentApp>)).toEqual({
    ...{ id, name: null, created },
  });
  expect(presentUser({ id, email: 'a@example.com' })).toEqual({
    ...{ id, email: 'a@example.com', created, role: 'owner' },
  });
  expect(presentUser({ id, email: 'a@example.com', role: 'support' as never }).role).toBe('support');
});

test('a merchant is shown with all of its optional fields, and with none', () => {
  const funds = { balance: 5, available: 4, pending: 3, reserved: 2, disputed: 1 };
  const { bank: _, ...given } = someMerchant({ name: undefined });
  const account = { ...given, ...funds, balances: { USD: { ...funds, more: 1 } } };
  const present = (more: object) =>
    presentMerchant({ ...account, ...more } as unknown as Given<typeof presentMerchant>);
  const { website, email, descriptor, currency, key, claim, pricing, tds } = given;
  expect(present({ unvouched: {}, lanes: 2 })).toEqual({
    ...{ id: given.id, key, currency, test: true, email, website, descriptor, claim, pricing, tds },
    created: expect.any(String),
    ...{ name: null, company: { country: 'DK', number: null }, address: null, bank: { iban: null } },
    ...{
      capture: false,
      consoleCapture: true,
      ask: [],
      methods: [],
      availableMethods: expect.arrayContaining([expect.objectContaining({ type: 'mobilepay' })]),
      color: null,
      terms: null,
      privacy: null,
      logo: null,
      refundLimit: 0,
      testAuthorizationDays: 0,
      timeZone: 'Europe/Copenhagen',
    },
    notifications: { disputes: false, payouts: false, summary: false },
    ...{ ...funds, balances: { USD: funds } },
  });
  const more = {
    ...{ name: 'Tea', address: 'Road 1', capture: true, ask: ['name'], color: '#ffffff', refundLimit: 7 },
    ...{ terms: 'https://a.example/', privacy: 'https://b.example/' },
  };
  // The account of a live merchant has lost the chosen method.
  const live = {
    test: false,
    company: { country: 'DK', number: '1' },
    bank: { iban: 'DK1' },
    methods: ['x'],
  };
  expect(present({ ...more, ...live })).toMatchObject({
    ...{ ...more, ...live, availableMethods: [], integration: { payments: false, payouts: false } },
    notifications: { disputes: true, payouts: true, summary: false },
  });
  // An empty text is a value that was removed.
  expect(present({ color: '', terms: '', privacy: '' })).toMatchObject({
    color: null,
    terms: null,
    privacy: null,
  });
});

test('the console shows the public fields of sessions, passkeys, merchants, mails, templates and tills', () => {
  const later = at + 60_000;
  const seen = new Date(later).toISOString();
  const device = { device: 'Firefox', address: '1.1.1.1' };
  const session = { id, userId: merchantId, email: 'a@example.com', created: at, seen: later, ...device };
  const ofSession = { id, created, seen, ...device };
  expect(shownBy.presentSession(session as never, id)).toEqual({ ...ofSession, current: true });
  expect(shownBy.presentSession(session as never, 'other')).toEqual({ ...ofSession, current: false });

  const passkey = {
    id,
    userId: merchantId,
    email: '',
    credential: 'c',
    publicKey: 'k',
    counter: 1,
    name: 'Key',
    created: at,
  };
  const ofKey = { id, credential: 'c', name: 'Key', created };
  expect(shownBy.presentPasskey(passkey as never)).toEqual({ ...ofKey, used: null });
  expect(shownBy.presentPasskey({ ...passkey, used: later } as never)).toEqual({ ...ofKey, used: seen });

  const company = { country: 'DK' };
  const merchant = { id, descriptor: 'Shop', test: true, currency: 'EUR', key: 'k', company };
  const ofMerchant = {
    ...{ id, test: true, currency: 'EUR', consoleCapture: true, methods: [], role: 'owner' },
    timeZone: 'Europe/Copenhagen',
    notifications: ['disputes'],
  };
  const member = (over: object) =>
    shownBy.presentUserMerchant({
      merchant: { ...merchant, ...over },
      role: 'owner',
      notices: ['disputes'],
    } as never);
  expect(member({})).toEqual({ ...ofMerchant, name: 'Shop' });
  expect(member({ name: 'Tea', consoleCapture: false })).toEqual({
    ...{ ...ofMerchant, name: 'Tea', consoleCapture: false },
  });

  const mail = { outcome: 'sent', at, to: 'a…@example.com' };
  const ofMail = { created, outcome: 'sent', to: 'a…@example.com' };
  expect(shownBy.presentCustomerMail(mail as never)).toEqual({ ...ofMail, refund: null });
  expect(shownBy.presentCustomerMail({ ...mail, refund: id } as never)).toEqual({ ...ofMail, refund: id });

  const template = { id, version: 2, name: 'Tea', currency: 'EUR' };
  const terms = { amount: 5, text: 'Text', reference: 'R', uses: 3, days: 7, methods: ['blik'] };
  const none = { amount: null, text: null, reference: null, uses: null, days: null, methods: null };
  expect(shownBy.presentTemplate(template as never)).toEqual({ ...template, ...none });
  expect(shownBy.presentTemplate({ ...template, ...terms } as never)).toEqual({ ...template, ...terms });

  const pairedBy = { id: merchantId, email: 'a@example.com', session: 's' };
  const till = { id, merchantId, name: 'Till', role: 'till', pairedBy, created: at, seen: later, ...device };
  const ofTill = {
    id,
    name: 'Till',
    pairedBy: { id: merchantId, email: 'a@example.com' },
    created,
    seen,
    ...device,
  };
  expect(shownBy.presentTill(till as never)).toEqual({ ...ofTill, mayRefund: false });
  expect(shownBy.presentTill({ ...till, role: 'refundingTill' } as never)).toEqual({
    ...ofTill,
    mayRefund: true,
  });
});

test('a till shows a payment and a day, without other fields of the payment or of its card', () => {
  const amounts = {
    ...{ pendingAmount: 1, capturedAmount: 2, refundedAmount: 3, voidedAmount: 4, disputedAmount: 5 },
  };
  const shown = { id, created, amount: 9, currency: 'EUR', ...amounts };
  const card = { scheme: 'visa', last4: '0000' };
  const payment = {
    ...{ ...shown, merchantId, test: true, descriptor: 'Shop', payer: { name: 'Ann' }, custom: { a: 1 } },
    card: { ...card, bin: '410000', expiry: '2030-01-31', code: { present: true } },
  };
  const method = { type: 'card', name: 'Card' };
  expect(shownBy.presentTillPayment(payment as never)).toEqual({ ...shown, card, method, trail: [] });
  const accepted = [{ id, kind: 'refund', amount: 1, until: at, reference: 'R1' }];
  expect(shownBy.presentTillPayment({ ...payment, accepted } as never)).toMatchObject({
    trail: [{ pending: true, amount: 1 }],
  });
  const counts = { payments: 1, amount: 9, holds: 0, held: 0, refunds: 0, refunded: 0 };
  const sums = [{ scheme: 'visa', name: 'Visa', currency: 'EUR', ...counts }];
  expect(shownBy.presentTillDay({ start: at, payments: [payment as never], sums, more: true })).toEqual({
    ...{ start: created, payments: [{ ...shown, card, method, trail: [] }], sums, more: true },
  });
});

test('a payment by a method shows its rules in place of a card, and the time until which it returns money', () => {
  const method = { type: 'acme', name: 'Acme', partialCapture: false, refundDays: 30, partialRefund: true };
  const shown = (over: object = {}) =>
    shownBy.presentTillPayment({ id, payer: { name: 'Ann' }, method: { ...method, ...over } } as never);
  expect(shown()).toMatchObject({
    card: null,
    method: {
      ...{ type: 'acme', name: 'Acme' },
      rules: {
        ...{ partialCapture: false, partialRefund: true },
        ...{ refundDays: 30, refundUntil: '2026-12-23T12:00:00.000Z' },
      },
    },
  });
  expect(shown({ refundDays: 0 }).method).toMatchObject({ rules: { refundDays: 0, refundUntil: null } });
  expect(shown({ refundDays: undefined }).method).toMatchObject({
    rules: { refundDays: null, refundUntil: null },
  });
  expect(JSON.stringify(shown())).not.toContain('Ann');
});

test('a payment that was stored with ten years in place of no last day shows no last day', async () => {
  process.env.TABLE_NAME = 'table';
  const { stateOf } = await import('../../../functions/core/store/transactions/transaction-item.ts');
  const method = { type: 'acme', name: 'Acme', partialCapture: false, refundDays: 3650, partialRefund: true };
  const stored = stateOf({ pk: `tx#${id}`, method } as never);
  expect(presentMethod(stored)).toMatchObject({ rules: { refundDays: null, refundUntil: null } });
});

test('the console shows entries of the audit log, and its figures', () => {
  const entry = {
    ...{ id, merchantId, user: { id, email: 'a@example.com' }, action: 'PUT /x', about: { linkId: 'l' } },
    ...{ requestId: 'r', address: '1.1.1.1', device: 'Firefox' },
  };
  const { merchantId: _, ...shown } = { ...entry, created };
  expect(shownBy.presentAuditEntry(entry as never)).toEqual({ ...shown, fields: null, status: null });
  expect(shownBy.presentAuditEntry({ ...entry, fields: '{"a":1}', status: 204 } as never)).toEqual({
    ...{ ...shown, fields: { a: 1 }, status: 204 },
  });
  expect(shownBy.presentFigures({ payments: 9, declines: { 7: 1, 6: 5, 8: 3 } } as never)).toEqual({
    payments: 9,
    declines: [
      { code: 6, count: 5 },
      { code: 8, count: 3 },
      { code: 7, count: 1 },
    ],
  });
});
