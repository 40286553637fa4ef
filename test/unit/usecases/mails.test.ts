import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withMails } from './own-mails.ts';

const { own, mails, refusals } = withMails(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/usecases/mail/mail-once.ts')),
  ...(await import('../../../functions/core/usecases/mail/summarize-day.ts')),
}));

const hour = 3_600_000;
const notice = { subject: 'News', text: 'News', html: '<p>News</p>' };
const messages = () => own.catalogue.en.notice;

// Lambda freezes a function at its end, which would stop a write that is still under way.
test('a mail is recorded as sent before the function ends, so a repeat sends nothing', async () => {
  own.proxy.instead = async (_, body) => {
    if (body.includes('SET sent')) await sleep(100);
    return undefined;
  };
  const mail = { ...notice, to: 'ann@example.com' };
  const mailing = { key: own.noticeKey(own.newId(), 'dispute', mail.to), event: 'dispute' };
  expect(await own.mailOnce(mailing, [], mail)).toBeUndefined();
  const [pk, sk] = [mailing.key.pk, mailing.key.sk].map((S) => ({ S }));
  const { Item } = await callEngine(own.engine)('GetItem', { TableName: own.table, Key: { pk, sk } });
  expect(Item).toMatchObject({ sent: { BOOL: true } });
  expect(await own.mailOnce(mailing, [], mail)).toBe('repeated');
  expect(mails).toHaveLength(1);
});

/** Sends a mail about a payment. Its merchant sees in the console whether the mail was sent. */
async function mailCustomer(
  email: string,
  { id = own.newId(), refund }: { id?: string; refund?: number } = {},
) {
  const key = own.receiptMailKey(id, String(refund ?? 'payment'), email);
  const shownUntil = Math.floor(Date.now() / 1000) + 1000;
  const mailing = { key, event: email, shown: { to: 'a•••@example.com', refund }, shownUntil };
  await own.mailOnce(mailing, [], { ...notice, to: email }).catch(() => undefined);
  return id;
}

test('a merchant sees a mail to a customer as sent only if SES took it and Florin has recorded that', async () => {
  const id = await mailCustomer('ann@example.com');
  refusals.set('refused@example.com', 'MessageRejected');
  refusals.set('later@example.com', 'TooManyRequestsException');
  await mailCustomer('refused@example.com', { id, refund: 100 });
  await mailCustomer('later@example.com', { id });
  own.proxy.instead = (_, body) => (body.includes('SET sent') ? failure('ValidationException') : undefined);
  await mailCustomer('lost@example.com', { id });
  own.proxy.instead = undefined;
  const at = expect.any(Number);
  const shown = await own.customerMails(id);
  expect(shown.sort((a, b) => a.outcome.localeCompare(b.outcome))).toEqual([
    { outcome: 'refused', to: 'a•••@example.com', at, refund: 100 },
    { outcome: 'sent', to: 'a•••@example.com', at },
  ]);
  refusals.clear();
  await mailCustomer('refused@example.com', { id, refund: 100 });
  expect((await own.customerMails(id)).map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
});

test('the mails of a payment are forgotten with the addresses, after 180 days', async () => {
  const day = 24 * hour;
  const id = own.newId(Date.now() - 180 * day + 60_000);
  await mailCustomer('ann@example.com', { id });
  expect(await own.customerMails(id)).toHaveLength(1);
  const gone = own.newId(Date.now() - 180 * day - 2000);
  await mailCustomer('ann@example.com', { id: gone });
  expect(await own.customerMails(gone)).toEqual([]);
});

test('storing the outcome of a mail costs no further write unit, and listing a payment’s mails half a read unit', async () => {
  const units = async (work: () => Promise<unknown>) => {
    own.proxy.reset();
    await work();
    return own.proxy.units();
  };
  const mail = { ...notice, to: 'ann@example.com' };
  const bare = { key: own.noticeKey('m', own.newId(), mail.to), event: 'bare' };
  const before = await units(() => own.mailOnce(bare, [], mail));
  const id = own.newId();
  const after = await units(() => mailCustomer(mail.to, { id }));
  expect(after).toEqual(before);
  await mailCustomer(mail.to, { id, refund: 100 });
  expect(await units(() => own.customerMails(id))).toEqual({ read: 0.5, write: 0 });
});

test('a quota of one mail allows one mail, and a quota of zero none', async () => {
  const mail = { ...notice, to: 'ann@example.com' };
  const send = (about: string, most: number) =>
    own.mailOnce(
      { key: own.noticeKey('m', about, mail.to), event: about },
      [{ name: 'app', whose: 'one', most }],
      mail,
    );
  expect([await send('1', 0), await send('2', 1), await send('3', 1)]).toEqual(['app', undefined, 'app']);
  expect(mails).toHaveLength(1);
});

async function merchantWith(over: Partial<Merchant>, isConnected = false) {
  const merchant = { ...someMerchant({ email: `${own.newId()}@example.com` }), ...over };
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  const account = { acquirer: 'stripe', account: `acct_${merchant.id}` } as const;
  if (isConnected) await own.setAcquirer(merchant, account, true, {});
  return merchant;
}

const tell = (merchant: string, kind: 'disputes' | 'payouts' | 'summary', about: string) =>
  own.mailMerchant({ merchant, kind, about, event: about, write: async () => notice }, messages);

test('a merchant gets only the mails that it has chosen, and a deleted merchant gets none', async () => {
  const { id } = await merchantWith({ notifications: { disputes: true, payouts: false } });
  for (const kind of ['disputes', 'payouts', 'summary'] as const) await tell(id, kind, kind);
  await tell(own.newId(), 'disputes', 'gone');
  expect(mails).toHaveLength(1);
});

test('a live merchant that an operator has connected gets more mails a day than an unconnected one', async () => {
  const [stranger, known] = [await merchantWith({ test: false }), await merchantWith({ test: false }, true)];
  for (const news of ['1', '2', '3', '4', '5']) await tell(stranger.id, 'disputes', news);
  expect(mails).toHaveLength(3);
  for (const news of ['1', '2', '3', '4', '5']) await tell(known.id, 'disputes', news);
  expect(mails).toHaveLength(8);
});

test('a temporary refusal by SES is an error, so the mail is retried, and a final refusal is not', async () => {
  const { id, email } = await merchantWith({ notifications: { disputes: true } });
  refusals.set(email, 'AccountSuspendedException');
  await expect(tell(id, 'disputes', 'opened')).rejects.toThrow('SES SendEmail failed: 400');
  refusals.set(email, 'MessageRejected');
  await tell(id, 'disputes', 'opened');
  expect(mails).toEqual([]);
  refusals.clear();
  await tell(id, 'disputes', 'opened');
  expect(mails).toHaveLength(1);
});

test('a summary has the count and the sum of the day’s lines by kind', async () => {
  const { id: merchantId } = await merchantWith({ notifications: { summary: true } });
  const now = new Date('2026-11-23T03:00:00Z');
  const write = (kind: Line['kind'], balance: number, fee: number, time: string, bookedAt?: string) => {
    const line: Line = {
      ...(bookedAt && { bookedAt }),
      ...{ id: own.newId(Date.parse(time)), merchantId, test: true, kind, balance, fee },
      amount: { currency: 'EUR', amount: balance },
    };
    return own.transact([own.putLine(line), own.addToBalance([line])]);
  };
  await write('capture', 970, 30, '2026-11-22T09:00:00Z');
  await write('capture', 1900, 100, '2026-11-22T10:00:00Z');
  await write('capture', 480, 20, '2026-11-22T11:00:00Z');
  await write('refund', -500, 0, '2026-11-22T12:00:00Z');
  // In Denmark a day in winter begins at 23:00 UTC.
  await write('capture', 7000, 0, '2026-11-21T22:59:59Z');
  await write('capture', 7000, 0, '2026-11-22T23:00:00Z');
  // Money counts on the day of its booking, however late Florin finds it.
  await write('adjustment', -40, 0, '2026-11-23T02:30:00Z', '2026-11-22T22:59:59Z');
  await write('adjustment', -9, 0, '2026-11-22T09:30:00Z', '2026-11-21T22:59:59Z');
  // The job may run several times a day.
  for (const hours of [0, 1])
    await own.summarizeDays(merchantId, new Date(now.getTime() + hours * hour), messages);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Captures: 35,00\s€ \(3\)\nRefunds: -5,00\s€ \(1\)\nAdjustments: -0,40\s€ \(1\)\nFees: -1,50\s€\n.*168,01\s€\n/m,
    ),
  ]);
  mails.length = 0;
  for (const days of [1, 2])
    await own.summarizeDays(merchantId, new Date(now.getTime() + days * 24 * hour), messages);
  expect(mails).toMatchObject([{ text: expect.stringMatching(/^Captures: 70,00/m) }]);
});
