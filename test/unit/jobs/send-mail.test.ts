import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { allEvidence } from '../../../functions/core/domain/disputes/evidence-limits.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type { Receipts } from '../../../functions/core/domain/transactions/receipt.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { catalogue as mockCatalogue } from '../../../functions/core/messages/catalogue.ts';
import type { LanguageName } from '../../../functions/core/messages/languages.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { withMails } from '../usecases/own-mails.ts';
import { recordOf } from './record-of.ts';

// A bundle reads its texts from files beside it. A test has no such files.
jest.mock('../../../functions/core/messages/read-messages.ts', () => ({
  messageReader: (prefix?: string) => (language: LanguageName) =>
    mockCatalogue[language][prefix ? 'notice' : 'page'],
}));

const { own, mails } = withMails(async () => {
  process.env.RETRIES_URL = 'https://sqs.example/1/RETRIES';
  return {
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    job: (await import('../../../functions/jobs/send-mail.ts')).handler,
  };
});

/** Sends the mails of these changes, one after the other. @returns the subjects, with ordinary spaces */
async function sendMails(...records: DynamoDBRecord[]): Promise<string[]> {
  mails.length = 0;
  for (const record of records) {
    const { batchItemFailures } = (await own.job({ Records: [record] } as DynamoDBStreamEvent)) as {
      batchItemFailures: object[];
    };
    expect(batchItemFailures).toEqual([]);
  }
  return mails.map(({ to, subject }) => `${to}: ${subject.replaceAll('\u00a0', ' ')}`);
}

/** A live merchant in Great Britain, and a payment in another currency than the merchant's own. */
async function shop(over: Partial<Merchant> = {}) {
  const email = `${own.newId()}@example.com`;
  const base = someMerchant({ email, test: false, company: { country: 'GB' } });
  const merchant: Merchant = { ...base, ...over };
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  await own.setAcquirer(merchant, { acquirer: 'stripe', account: `acct_${merchant.id}` }, true, {});
  const payment = somePayment(merchant, { currency: 'DKK', amount: 5000 });
  await own.createTransaction(payment, {}, { merchant, alongside: [] });
  return { merchant, payment, told: (...subjects: string[]) => subjects.map((one) => `${email}: ${one}`) };
}

/** Two days later, the record of an earlier mail no longer prevents the same mail. */
const twoDaysLater = () => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 48 * 3_600_000);

const none = { disputes: false, payouts: false, summary: false };

describe('a dispute', () => {
  async function makeDispute(over: Partial<Merchant> = {}) {
    const made = await shop(over);
    const dispute: Dispute = {
      ...{ id: own.newId(), merchantId: made.merchant.id, transactionId: made.payment.id, amount: 4000 },
      ...{ reason: { code: 83, title: 'Fraud' }, due: '2030-07-01T10:00:00.000Z', status: 'open' },
    };
    const item = (change: Partial<Dispute> = {}) => ({
      ...own.alertKey('dispute', dispute.id),
      ...{ ...dispute, ...change },
    });
    return { ...made, item };
  }

  test('a dispute is mailed with its amount, reason and deadline, in the payment’s currency and the merchant’s time', async () => {
    const { item, payment, told } = await makeDispute();
    expect(await sendMails(recordOf(item()))).toEqual(told('Shop: A customer disputes DKK 40.00'));
    const { id } = item();
    expect(mails[0]?.text).toContain(
      `Deadline: 1 July 2030 at 11:00 BST\nReason: Somebody else used the card (Fraud, 83)\nTransaction: ${payment.id}\nDispute: ${id}\n`,
    );
  });

  test('a dispute is mailed again with each outcome, once, and an appeal may change the outcome', async () => {
    const { item, told } = await makeDispute();
    const [open, lost, won] = [item(), item({ status: 'lost' }), item({ status: 'won' })];
    const evidence = { fingerprint: '1', busyUntil: 1 };
    expect(await sendMails(recordOf({ ...open, evidence }, open))).toEqual([]);
    const outcome = recordOf(lost, open);
    expect(await sendMails(outcome, outcome)).toEqual(told('Shop: Dispute lost: DKK 40.00'));
    expect(mails[0]?.text).toContain('has been taken from your balance');
    expect(await sendMails(recordOf(won, lost))).toEqual(told('Shop: Dispute won: DKK 40.00'));
    expect(mails[0]?.text).toContain('You keep the money');
    twoDaysLater();
    expect(await sendMails(recordOf({ ...won, evidence }, won))).toEqual([]);
  });

  test('a dispute that is an inquiry asks for an answer at the acquirer, and is mailed again when evidence is due', async () => {
    const { item, told } = await makeDispute();
    const [inquiry, open] = [item({ status: 'inquiry' }), item({ due: '2030-08-01T10:00:00.000Z' })];
    const news = told('Shop: A customer disputes DKK 40.00');
    expect(await sendMails(recordOf(inquiry))).toEqual(news);
    expect(mails[0]?.text).toContain('Sign in to your account with the payment provider');
    expect(mails[0]?.text).not.toContain('evidence');
    expect(await sendMails(recordOf(open, inquiry))).toEqual(news);
    expect(mails[0]?.text).toContain('Send your evidence before the deadline');
    expect(mails[0]?.text).toContain('Deadline: 1 August 2030');
    expect(await sendMails(recordOf(item({ status: 'inquiry_closed' }), inquiry))).toEqual([]);
  });

  test('a dispute is mailed as an appeal with its own deadline once the acquirer takes an answer to the appeal', async () => {
    const { item, told } = await makeDispute();
    const lost = item({ status: 'lost' });
    const review = item({ appeal: true, rules: {} });
    const fee = { isAcknowledged: false, amount: 50_000, currency: 'USD' };
    const rules = {
      accepts: allEvidence,
      fee,
      eligibility: { status: 'requires_action', missing: [] },
    } as const;
    const due = '2030-09-01T10:00:00.000Z';
    const open = item({ appeal: true, due, rules });
    expect(await sendMails(recordOf(review, lost))).toEqual([]);
    expect(await sendMails(recordOf(open, review))).toEqual(told('Shop: Appeal in a dispute: DKK 40.00'));
    expect(mails[0]?.text).toContain('Deadline: 1 September 2030');
    expect(mails[0]?.text).toContain('Earlier payments with this card: They can prove this payment once');
    expect(mails[0]?.text).toContain('if you send evidence: US$500.00');
    const evidence = { fingerprint: '1', busyUntil: 1, submitted: due };
    expect(await sendMails(recordOf({ ...open, evidence }, open))).toEqual([]);
    const second = item({ appeal: true, due: '2030-10-01T10:00:00.000Z', rules });
    expect(await sendMails(recordOf(second, item({ status: 'won', appeal: true })))).toHaveLength(1);
  });

  test('a dispute is not mailed to a merchant that wants no such mail', async () => {
    const { item } = await makeDispute({ notifications: { ...none, payouts: true } });
    expect(await sendMails(recordOf(item()), recordOf(item({ status: 'won' }), item()))).toEqual([]);
  });
});

describe('a payout', () => {
  const payout = ({ id: merchantId }: Merchant, amount: number) => {
    const id = own.newId(Date.parse('2026-07-01T10:00:00Z'));
    const line: Line = {
      ...{ id, merchantId, test: false, kind: 'payout', balance: -amount, fee: 0 },
      amount: { currency: 'EUR', amount },
    };
    return recordOf({ ...own.lineKey(id), ...line });
  };

  test('a payout is mailed, also if the money comes back', async () => {
    const { merchant, told } = await shop();
    const [sent, back] = [payout(merchant, 12_345), payout(merchant, -12_345)];
    expect(await sendMails(sent, sent)).toEqual(told('Shop: Payout: €123.45'));
    expect(mails[0]?.text).toContain('on its way to your bank account');
    expect(mails[0]?.text).toContain('Date: 1 July 2026 at 11:00 BST\n');
    expect(await sendMails(back)).toEqual(told('Shop: Payout failed: €123.45'));
    expect(mails[0]?.text).toContain('Your bank has returned the money');
  });

  test('a payout is not mailed to a merchant that wants no such mail', async () => {
    const { merchant } = await shop({ notifications: { ...none, disputes: true } });
    expect(await sendMails(payout(merchant, 100))).toEqual([]);
  });

  test('a payout is mailed in the language of the company’s country', async () => {
    const { merchant, told } = await shop({ company: { country: 'DE' } });
    expect(await sendMails(payout(merchant, 12_345))).toEqual(told('Shop: Auszahlung: 123,45 €'));
    expect(mails[0]?.text).toContain('1. Juli 2026 um 12:00 MESZ');
  });
});

describe('an account at the acquirer', () => {
  /** Makes the record of a change of the account. */
  async function account() {
    const made = await shop({ notifications: none });
    const state = (change: object) => ({
      ...{ ...own.merchantKey(made.merchant.id), ...made.merchant },
      acquirer: { acquirer: 'stripe', account: 'acct_1', ...change },
    });
    return { ...made, changed: (before: object, now: object) => recordOf(state(now), state(before)) };
  }

  test('an account at the acquirer causes a mail each time it is stopped or back, also to a merchant that wants no mails', async () => {
    const { changed, told } = await account();
    const [stops, isBack] = [changed({}, { blocked: 'no access' }), changed({ blocked: 'no access' }, {})];
    expect(await sendMails(stops, stops, isBack, changed({}, { blocked: 'no access' }))).toEqual(
      told('Shop: Payments are stopped', 'Shop: You can take payments again', 'Shop: Payments are stopped'),
    );
    const says = mails.map(({ text }) => text.includes('answer its questions'));
    expect(says).toEqual([true, false, true]);
    for (const { text } of mails) expect(text).not.toMatch(/settings|https:/);
  });

  test('an account at the acquirer causes a mail with the deadline for information, once for each deadline', async () => {
    const { changed, told } = await account();
    const [one, other] = ['2030-01-02T11:00:00.000Z', '2030-07-02T11:00:00.000Z'];
    const asked = told('Shop: The payment provider needs information');
    expect(await sendMails(changed({}, { asksUntil: one }), changed({}, { asksUntil: one }))).toEqual(asked);
    expect(mails[0]?.text).toContain('Deadline: 2 January 2030 at 11:00 GMT\n');
    expect(await sendMails(changed({ asksUntil: one }, { asksUntil: other }))).toEqual(asked);
    expect(mails[0]?.text).toContain('Deadline: 2 July 2030 at 12:00 BST\n');
  });

  test('an account at the acquirer causes no mail when the merchant is created, or changes something else', async () => {
    const { merchant, changed } = await account();
    const created = recordOf({ ...own.merchantKey(merchant.id), ...merchant });
    expect(await sendMails(created, changed({}, {}))).toEqual([]);
  });
});

describe('a receipt', () => {
  const ordered = (transactionId: string, merchantId: string, names: string[]) => {
    const addresses = new Set(names.map((name) => `${name}-${transactionId}@example.com`));
    const receipts: Receipts = { merchantId, addresses, language: 'de', locale: 'de-AT', expires: 4e9 };
    return { ...own.receiptsKey(transactionId), ...receipts };
  };

  test('a receipt goes to each new address, in the language in which its customer paid', async () => {
    const { merchant, payment } = await shop();
    const [one, two] = [['ann'], ['ann', 'bob']].map((names) => ordered(payment.id, merchant.id, names));
    const mail = (name: string) => `${name}-${payment.id}@example.com: Quittung: Shop, DKK 50,00`;
    expect(await sendMails(recordOf(one))).toEqual([mail('ann')]);
    twoDaysLater();
    expect(await sendMails(recordOf(two, one))).toEqual([mail('bob')]);
  });

  test('the mail about a refund goes to all addresses of the payment, and none is sent if the refund fails', async () => {
    const { merchant, payment } = await shop();
    const item = { ...ordered(payment.id, merchant.id, ['ann', 'bob']) };
    const line = (kind: Line['kind'], amount: number) => {
      const id = own.newId(Date.parse('2026-07-01T10:00:00Z'));
      const figures = { amount: { currency: 'DKK', amount }, balance: -amount, fee: 0 };
      return recordOf({ ...own.lineKey(id), id, kind, transactionId: payment.id, ...figures });
    };
    // Nobody has asked for the receipt yet.
    expect(await sendMails(line('refund', 1250))).toEqual([]);
    await own.transact([{ item: own.put(item) }]);
    expect((await sendMails(line('refund', 1250))).sort()).toEqual(
      ['ann', 'bob'].map((name) => `${name}-${payment.id}@example.com: Rückerstattung: Shop, DKK 12,50`),
    );
    expect(mails[0]?.text).toContain('Der Betrag wird Ihnen zurückgezahlt.');
    expect(mails[0]?.text).toContain('Datum: 1. Juli 2026 um 11:00 GMT+1');
    expect(await sendMails(line('refund', -1250))).toEqual([]);
  });
});

test('a deleted item causes no mail', async () => {
  const { merchant, payment } = await shop();
  const item = {
    ...own.alertKey('dispute', own.newId()),
    merchantId: merchant.id,
    transactionId: payment.id,
  };
  expect(await sendMails(recordOf(undefined, item))).toEqual([]);
});
