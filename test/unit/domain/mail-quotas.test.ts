import { newId } from '#domain/id.ts';
import { mailQuotas } from '#domain/mail-quotas.ts';

const mail = {
  event: 'event',
  merchantId: newId(),
  test: true,
  userId: newId(),
  email: 'Ann+shop@Gmail.com',
  appId: newId(),
  vouched: false,
};

const unvouched = { test: 7, live: 3 };

test('a mail counts against its app, its recipient whatever the tag, its merchant, and all whom nobody vouches for', () => {
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

test('an app that an operator vouches for has a quota of its own, and none with the others', () => {
  expect(mailQuotas({ ...mail, vouched: true }, unvouched)).toEqual([
    { name: 'app', whose: mail.appId, most: 1000 },
    expect.objectContaining({ name: 'recipient' }),
    expect.objectContaining({ name: 'merchant' }),
  ]);
});
