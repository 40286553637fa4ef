import type { AccountNews } from '../../../functions/core/domain/merchants/account-news.ts';
import type { DisputeOutcome } from '../../../functions/core/domain/transactions/transaction.ts';
import {
  type Addressee,
  accountNews,
  daySummary,
  disputeEnded,
  disputeOpened,
  keyEnds,
  payout,
} from '../../../functions/core/mail/notice.ts';
import { catalogue } from '../../../functions/core/messages/catalogue.ts';
import { type LanguageName, languages } from '../../../functions/core/messages/languages.ts';

const id = '6b043fd8000aaaaaaaaaaaaa';

const addressee = (language: LanguageName = 'en', over: object = {}): Addressee => ({
  merchant: {
    id: 'f'.repeat(24),
    name: 'Kaffe & Jens',
    descriptor: 'Kaffe',
    test: false,
    currency: 'EUR',
    company: { country: 'DK' },
    ...over,
  },
  messages: catalogue[language].notice,
  locale: language,
  pages: 'https://console.test/#/1',
});

const dispute = {
  id,
  transactionId: 'e'.repeat(24),
  amount: 4999,
  reason: { code: 83, title: 'Fraud, see http://evil.test <b>' },
  due: '2030-01-01T00:30:00.000Z',
};

test('the notice of an opened dispute has the amount, and the deadline in the time of the merchant’s country', () => {
  const { subject, text, html } = disputeOpened(addressee(), dispute, 'EUR');
  expect(subject).toBe('Kaffe & Jens: A customer disputes €49.99');
  expect(text).toMatch(/^Deadline: January 1, 2030 at 01:30 AM GMT\+1$/m);
  expect(text).toContain(`Transaction: ${dispute.transactionId}\nDispute: ${id}\n`);
  for (const part of [text, html]) {
    expect(part.replace(/href="https:\/\/console\.test\/#\/1\//g, '')).not.toMatch(/evil\.test|href|src=/);
    for (const page of [`disputes/${id}`, 'settings'])
      expect(part).toContain(`https://console.test/#/1/${page}`);
  }
  expect(html).not.toContain('<b>');
});

test.each<[LanguageName, string]>([
  ['en', 'Reason: Somebody else used the card (Fraud, see http: evil. test <b>, 83)'],
  ['de', 'Grund: Jemand anderes hat die Karte benutzt (Fraud, see http: evil. test <b>, 83)'],
  ['da', 'Årsag: En anden har brugt kortet (Fraud, see http: evil. test <b>, 83)'],
])(
  'the reason of a dispute is said in %s, followed by the words and the code of the bank',
  (language, line) => {
    for (const { text } of [
      disputeOpened(addressee(language), dispute, 'EUR'),
      disputeEnded(addressee(language), dispute, 'EUR', 'lost'),
    ])
      expect(text).toContain(`\n${line}\n`);
    const unknown = { ...dispute, reason: { code: 0, title: '‮' } };
    expect(disputeOpened(addressee(), unknown, 'EUR').text).toContain('\nReason: Another reason\n');
  },
);

test.each(languages)('every notice in %s has a value for each placeholder', (language) => {
  const to = addressee(language);
  const kinds = { capture: { count: 1200, sum: 99_000 }, payout: { count: 1, sum: -50_000 } };
  const line = (amount: number) => ({ id, amount: { currency: 'EUR', amount } });
  for (const { subject, text, html } of [
    disputeOpened(to, dispute, 'EUR'),
    disputeOpened(to, { ...dispute, appeal: true, rules: { fee: { isAcknowledged: false } } }, 'EUR'),
    disputeEnded(to, dispute, 'EUR', 'won'),
    disputeEnded(to, dispute, 'EUR', 'lost'),
    payout(to, line(4999)),
    payout(to, line(-4999)),
    ...(['paymentsStopped', 'paymentsBack', 'payoutsStopped', 'payoutsBack', 'asked'] as const).map((kind) =>
      accountNews(to, { kind, deadline: kind === 'asked' ? dispute.due : undefined }),
    ),
    daySummary(to, { day: '2026-11-22', kinds, fees: 1250, balance: -7 }),
    keyEnds(to, { id, name: 'Till', end: dispute.due }),
  ])
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined|NaN/);
});

test('a summary has a row with the sum and the count for each kind of line of the day, and no others', () => {
  const kinds = { capture: { count: 1200, sum: 99_000 }, payout: { count: 1, sum: -50_000 } };
  const { subject, text } = daySummary(addressee(), { day: '2026-11-22', kinds, fees: 1250, balance: 4750 });
  expect(subject).toBe('Kaffe & Jens: Summary of November 22, 2026');
  expect(text).toContain(
    'Captures: €990.00 (1,200)\nPayouts: -€500.00 (1)\nFees: -€12.50\nBalance: €47.50\n',
  );
  expect(text).not.toContain('Refunds');
});

test.each<[DisputeOutcome, string, string]>([
  ['won', 'Dispute won: €49.99', 'You keep the money.'],
  ['lost', 'Dispute lost: €49.99', 'The money has been taken from your balance.'],
])(
  'the notice of a dispute that is %s says so, with the amount and the transaction',
  (outcome, title, said) => {
    const { subject, text, html } = disputeEnded(addressee(), dispute, 'EUR', outcome);
    expect(subject).toBe(`Kaffe & Jens: ${title}`);
    for (const part of [text, html]) {
      for (const shown of [title, said, dispute.transactionId, id]) expect(part).toContain(shown);
      expect(part).toContain(`https://console.test/#/1/disputes/${id}`);
    }
  },
);

test('the notice of an inquiry asks to answer the acquirer, and that of any other dispute for evidence', () => {
  const texts = (status?: 'inquiry') => disputeOpened(addressee(), { ...dispute, status }, 'EUR').text;
  expect(texts('inquiry')).toContain('Sign in to your account with the payment provider');
  expect(texts('inquiry')).not.toContain('Send your evidence');
  expect(texts()).toContain('Send your evidence before the deadline');
});

test('the notice of a payout says whether the money is on its way or has come back, and when', () => {
  const of = (amount: number) => payout(addressee(), { id, amount: { currency: 'EUR', amount } });
  const [sent, failed] = [of(4999), of(-4999)];
  expect([sent.subject, failed.subject]).toEqual([
    ...['Kaffe & Jens: Payout: €49.99', 'Kaffe & Jens: Payout failed: €49.99'],
  ]);
  expect(sent.text).toContain('The money is on its way to your bank account.');
  expect(failed.text).toContain('Your bank has returned the money.');
  for (const { text } of [sent, failed]) {
    expect(text).toContain('Date: November 23, 2026 at 02:30 PM GMT+1\n');
    expect(text).toContain('https://console.test/#/1/payouts\n');
  }
});

test.each<[AccountNews['kind'], string, boolean]>([
  ['paymentsStopped', 'Payments are stopped', true],
  ['paymentsBack', 'You can take payments again', false],
  ['payoutsStopped', 'Payouts are stopped', true],
  ['payoutsBack', 'Payouts have resumed', false],
  ['asked', 'The payment provider needs information', true],
])('the notice %s says "%s", and whether the owner must act: %p', (kind, title, mustAct) => {
  const { subject, text } = accountNews(addressee(), { kind });
  expect(subject).toBe(`Kaffe & Jens: ${title}`);
  expect(text.includes('Sign in to your account with the payment provider')).toBe(mustAct);
  expect(text).not.toContain('Deadline');
  const due = accountNews(addressee(), { kind, deadline: dispute.due });
  expect(due.text).toContain('Deadline: January 1, 2030 at 01:30 AM GMT+1\n');
});

test('a summary counts each kind of line under its own name, and leaves out fees of zero', () => {
  const kinds = {
    ...{ refund: { count: 2, sum: -300 }, dispute: { count: 1, sum: -500 } },
    adjustment: { count: 3, sum: 70 },
  };
  const { text } = daySummary(addressee(), { day: '2026-11-22', kinds, fees: 0, balance: 0 });
  expect(text).toContain(
    'Refunds: -€3.00 (2)\nDisputes: -€5.00 (1)\nAdjustments: €0.70 (3)\nBalance: €0.00\n',
  );
});

test('a notice names the merchant by its name, else its descriptor, else its id', () => {
  const subject = (over: object) => accountNews(addressee('en', over), { kind: 'asked' }).subject;
  expect([
    subject({ name: undefined }),
    subject({ name: '://' }),
    subject({ name: '', descriptor: '://' }),
  ]).toEqual([
    ...['Kaffe', 'Kaffe', 'f'.repeat(24)].map((shown) => `${shown}: The payment provider needs information`),
  ]);
});

test('a notice that nobody can turn off has no link', () => {
  const { text } = accountNews(addressee(), { kind: 'asked', deadline: dispute.due });
  expect(text).not.toContain('https:');
});

test('a right-to-left name of a merchant changes no order around it', () => {
  const { subject, text } = disputeOpened(addressee('de', { name: 'חנות' }), dispute, 'KRW');
  expect(subject).toMatch(/^\u2068חנות\u2069: /);
  expect(text).toMatch(/: \u2068חנות\u2069 \(f{24}\)$/m);
});

test('a notice in French has a space that does not break before each colon', () => {
  const { subject, text } = disputeOpened(addressee('fr'), dispute, 'EUR');
  expect(subject).toBe('Kaffe & Jens\u00a0: Un client conteste 49,99\u00a0€');
  expect(text).toContain(`\nTransaction\u00a0: ${dispute.transactionId}\nLitige\u00a0: ${id}\n`);
});

test('a notice to a test merchant starts by saying that no money moves', () => {
  const { subject, text } = payout(addressee('en', { test: true }), {
    id,
    amount: { currency: 'EUR', amount: 1 },
  });
  expect(subject).toBe('Test mode – Kaffe & Jens: Payout: €0.01');
  expect(text).toMatch(/^Test mode/);
});

test('the notices of a dispute name its order and its customer, and their texts become neither markup nor a link', () => {
  const order = { reference: 'Order 7', customer: 'Ann <b>', description: 'Eggs, https://evil.test' };
  for (const { text, html } of [
    disputeOpened(addressee(), { ...dispute, order }, 'EUR'),
    disputeEnded(addressee(), { ...dispute, order }, 'EUR', 'lost'),
  ]) {
    expect(text).toMatch(/^Transaction: Order 7 · .*Ann.* · .*Eggs.* \(e{24}\)$/m);
    expect(text).not.toMatch(/evil\.test/);
    expect(html).not.toMatch(/evil\.test|<b>/);
  }
});
