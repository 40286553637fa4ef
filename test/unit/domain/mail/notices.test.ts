import { noticesOf } from '#domain/mail/notices.ts';
import { type Role, roles } from '#domain/merchants/roles.ts';

const none = { disputes: false, payouts: false, summary: false, webhooks: false };

test('without a choice of their own, users get the mails of the merchant’s settings, and none about webhooks', () => {
  expect(noticesOf({}, { test: true })).toEqual(none);
  expect(noticesOf({}, { test: false })).toEqual({ ...none, disputes: true, payouts: true });
  const notifications = { disputes: true, summary: true };
  expect(noticesOf({}, { test: true, notifications })).toEqual({ ...none, disputes: true, summary: true });
});

test('a user’s own choice outranks the merchant’s, in both directions', () => {
  const notices = { disputes: false, summary: true, webhooks: true };
  expect(noticesOf({ notices }, { test: false })).toEqual({
    disputes: false,
    payouts: true,
    summary: true,
    webhooks: true,
  });
});

test('a role that may see nothing gets no mail, whatever was chosen', () => {
  const all = { disputes: true, payouts: true, summary: true, webhooks: true };
  expect(noticesOf({ role: 'guest' as Role, notices: all }, { test: false })).toEqual(none);
  for (const role of roles)
    expect([role, noticesOf({ role, notices: all }, { test: true })]).toEqual([role, all]);
});
