import { newId } from '#domain/id.ts';
import { mailQuotas, receiptQuotas } from '#domain/mail/mail-quotas.ts';

const mail = {
  merchantId: newId(),
  test: true,
  email: 'Ann+shop@Gmail.com',
  appId: newId(),
  vouched: false,
};

const unvouched = { test: 7, live: 3 };

test('a mail by an unverified app counts against the app, the recipient, the merchant, and all unverified apps', () => {
  expect(mailQuotas(mail, unvouched)).toEqual([
    { name: 'app', whose: mail.appId, most: 20 },
    { name: 'recipient', whose: 'ann@gmail.com', most: 5 },
    { name: 'merchant', whose: mail.merchantId, most: 20 },
    { name: 'unvouched', whose: 'test', most: 7 },
  ]);
  expect(mailQuotas({ ...mail, test: false }, unvouched)).toContainEqual({
    name: 'unvouched',
    whose: 'live',
    most: 3,
  });
});

test('a mail by an approved app has a higher quota for the app, and no shared quota with other apps', () => {
  expect(mailQuotas({ ...mail, vouched: true }, unvouched)).toEqual([
    { name: 'app', whose: mail.appId, most: 1000 },
    // Strangers who invite the person must not use up the quota of the mails that the person waits for.
    { name: 'recipient', whose: 'vouched ann@gmail.com', most: 5 },
    expect.objectContaining({ name: 'merchant' }),
  ]);
});

const receipt = { merchantId: newId(), test: true, email: 'Ann+shop@Gmail.com', vouched: false };

test('a receipt by an unverified test merchant has low quotas, separate from those of invitations', () => {
  expect(receiptQuotas(receipt, unvouched)).toEqual([
    { name: 'recipient', whose: 'receipts stranger ann@gmail.com', most: 3 },
    { name: 'merchant', whose: `${receipt.merchantId}#receipts`, most: 20 },
    { name: 'unvouched', whose: 'receipts', most: 7 },
  ]);
});

test.each([
  ['a live merchant', { test: false }],
  ['a test merchant that an operator approves', { vouched: true }],
])('receipts by %s have high quotas, separate from those of unverified merchants', (_name, over) => {
  expect(receiptQuotas({ ...receipt, ...over }, { test: 0, live: 0 })).toEqual([
    { name: 'recipient', whose: 'receipts known ann@gmail.com', most: 20 },
    { name: 'merchant', whose: `${receipt.merchantId}#receipts`, most: 10_000 },
  ]);
});
