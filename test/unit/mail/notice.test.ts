import {
  type Addressee,
  accountNews,
  daySummary,
  disputeEnded,
  disputeOpened,
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

test.each(languages)('every notice in %s has a value for each placeholder', (language) => {
  const to = addressee(language);
  const kinds = { capture: { count: 1200, sum: 99_000 }, payout: { count: 1, sum: -50_000 } };
  const line = (amount: number) => ({ id, amount: { currency: 'EUR', amount } });
  for (const { subject, text, html } of [
    disputeOpened(to, dispute, 'EUR'),
    disputeEnded(to, dispute, 'EUR', 'won'),
    disputeEnded(to, dispute, 'EUR', 'lost'),
    payout(to, line(4999)),
    payout(to, line(-4999)),
    ...(['paymentsStopped', 'paymentsBack', 'payoutsStopped', 'payoutsBack', 'asked'] as const).map((kind) =>
      accountNews(to, { kind, deadline: kind === 'asked' ? dispute.due : undefined }),
    ),
    daySummary(to, { start: Date.parse('2026-11-21T23:00:00Z'), kinds, fees: 1250, balance: -7 }),
  ])
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined|NaN/);
});

test('a summary has a row with the sum and the count for each kind of line of the day, and no others', () => {
  const kinds = { capture: { count: 1200, sum: 99_000 }, payout: { count: 1, sum: -50_000 } };
  const start = Date.parse('2026-11-21T23:00:00Z');
  const { subject, text } = daySummary(addressee(), { start, kinds, fees: 1250, balance: 4750 });
  expect(subject).toBe('Kaffe & Jens: Summary of November 22, 2026');
  expect(text).toContain(
    'Captures: €990.00 (1,200)\nPayouts: -€500.00 (1)\nFees: -€12.50\nBalance: €47.50\n',
  );
  expect(text).not.toContain('Refunds');
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
