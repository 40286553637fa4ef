import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { PasskeyNews } from '../../../functions/core/domain/console/passkey-news.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { catalogue as mockCatalogue } from '../../../functions/core/messages/catalogue.ts';
import type { LanguageName } from '../../../functions/core/messages/languages.ts';
import type { UserMembership } from '../../../functions/core/store/merchants/members.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { recordOf } from '../jobs/record-of.ts';
import { withMails } from './own-mails.ts';

// A bundle reads its texts from files beside it. A test has no such files.
jest.mock('../../../functions/core/messages/read-messages.ts', () => ({
  messageReader: () => (language: LanguageName) => mockCatalogue[language].page,
}));

for (const name of ['RETRIES', 'ACQUIRER_EVENTS']) process.env[`${name}_URL`] = 'https://sqs.example/1/none';

/** The stage lets unvouched merchants send no mail. */
const { own, mails, refusals, withheld } = withMails(
  async () => ({
    ...(await import('../../../functions/core/domain/transactions/link.ts')),
    ...(await import('../../../functions/core/store/console/sign-ins.ts')),
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/usecases/console/mail-link.ts')),
    ...(await import('../../../functions/core/usecases/mail/mail-invitation.ts')),
    ...(await import('../../../functions/core/usecases/mail/mail-member.ts')),
    ...(await import('../../../functions/core/usecases/mail/mail-passkey-news.ts')),
    ...(await import('../../../functions/core/usecases/mail/mail-receipt.ts')),
    publishEvents: (await import('../../../functions/jobs/publish-events.ts')).handler,
  }),
  0,
);

async function app(vouched: boolean) {
  const id = own.newId();
  await own.createApp({ id, name: null }, own.newId());
  if (vouched) await own.vouchFor(id, true);
  return { kind: 'app', id } as const;
}

type App = Awaited<ReturnType<typeof app>>;

const emailOf = (name: string) => `${name}-${own.newId()}@example.com`;

async function shop(over: Partial<Merchant> = {}, founder?: App) {
  const by = founder ?? (await app(true));
  const merchant = { ...someMerchant({ email: emailOf('shop') }), ...over };
  await own.createMerchant(merchant, { id: by.id, name: null });
  const invite = async (email: string, more: Partial<UserMembership> = {}) => {
    const user = { id: own.newId(), email, merchantId: merchant.id, merchant: 'Shop', test: merchant.test };
    await own.addUser({ ...user, role: 'owner', invitedBy: by.id, ...more }, by, true, []);
    return user;
  };
  return { merchant, by, invite };
}

const notice = { subject: 'News', text: 'News', html: '<p>News</p>' };

/** Mails news to a merchant. @returns the addresses that got the mail */
async function tell({ id: merchantId }: Merchant, kind?: 'disputes', about: string = own.newId()) {
  mails.length = 0;
  await own.mailMerchant(
    { merchant: merchantId, kind, about, event: about, write: async () => notice },
    () => own.catalogue.en.notice,
  );
  return mails.map(({ to }) => to).sort();
}

describe('a notice', () => {
  test('a notice goes to the merchant’s address and to each user who has not turned it off', async () => {
    const { merchant, invite } = await shop({ notifications: { disputes: true } });
    const [ann, bob, ted] = [emailOf('ann'), emailOf('bob'), emailOf('ted')];
    await invite(ann);
    await invite(bob, { notices: { disputes: false } });
    await invite(ted, { notices: { disputes: false, payouts: true } });
    expect(await tell(merchant, 'disputes')).toEqual([ann, merchant.email]);
    // No setting turns off a mail without a kind.
    expect(await tell(merchant)).toEqual([ann, bob, merchant.email, ted]);
  });

  test('a notice goes to a user who wants it, also if the merchant wants none', async () => {
    const { merchant, invite } = await shop({ notifications: { disputes: false } });
    const ann = emailOf('ann');
    await invite(ann, { notices: { disputes: true } });
    await invite(emailOf('bob'));
    expect(await tell(merchant, 'disputes')).toEqual([ann]);
  });

  test.each([
    ['once, if its user wants it', {}, 1],
    ['never, if its user has turned it off', { disputes: false }, 0],
  ])('a notice goes to the mailbox of the merchant %s', async (_, notices, count) => {
    const address = emailOf('Shop');
    const { merchant, invite } = await shop({
      email: address.replace('@', '+florin@'),
      notifications: { disputes: true },
    });
    await invite(address, { notices });
    expect(await tell(merchant, 'disputes')).toEqual(count ? [address] : []);
  });

  test('a notice goes to at most 20 users', async () => {
    const { merchant, invite } = await shop({ notifications: { disputes: true } });
    for (let n = 0; n < 21; n++) await invite(emailOf(`user${n}`));
    const told = await tell(merchant, 'disputes');
    expect([told.length, told.includes(merchant.email)]).toEqual([21, true]);
  });

  test('a notice is not written if nobody wants it, and not sent if there is nothing to say', async () => {
    const { merchant } = await shop({ notifications: { disputes: false } });
    const write = jest.fn(async () => undefined);
    const news = { merchant: merchant.id, about: 'news', event: 'news', write };
    await own.mailMerchant({ ...news, kind: 'disputes' }, () => own.catalogue.en.notice);
    expect(write).not.toHaveBeenCalled();
    await own.mailMerchant(news, () => own.catalogue.en.notice);
    expect([write.mock.calls.length, mails]).toEqual([1, []]);
  });

  test('a notice of a merchant that no operator approves is withheld, and the log says why, without the address', async () => {
    const stranger = await app(false);
    const { merchant, by } = await shop({ test: false, notifications: { disputes: true } }, stranger);
    // An app that was added later did not make the merchant.
    await own.addApp(merchant, by, { id: (await app(true)).id, name: null }, []);
    expect(await tell(merchant, 'disputes', 'news')).toEqual([]);
    expect(withheld()).toMatchObject([{ requestId: 'news', merchantId: merchant.id, reason: 'unvouched' }]);
    expect(JSON.stringify(withheld())).not.toContain(merchant.email);
    await own.setAcquirer(merchant, { acquirer: 'stripe', account: `acct_${merchant.id}` }, true, {});
    expect(await tell(merchant, 'disputes')).toEqual([merchant.email]);
    const gone = await shop({ notifications: { disputes: true } });
    await own.removeMember(gone.merchant.id, gone.by, gone.by);
    expect(await tell(gone.merchant, 'disputes')).toEqual([]);
  });

  test('a notice that SES refuses for one address reaches the others, and is sent again', async () => {
    const { merchant, invite } = await shop({ notifications: { disputes: true } });
    const [ann, bob] = [emailOf('ann'), emailOf('bob')];
    await invite(ann);
    await invite(bob);
    refusals.set(ann, 'AccountSuspendedException');
    await expect(tell(merchant, 'disputes', 'news')).rejects.toThrow('SES SendEmail failed');
    expect(mails.map(({ to }) => to).sort()).toEqual([bob, merchant.email]);
    refusals.clear();
    expect(await tell(merchant, 'disputes', 'news')).toEqual([ann]);
  });
});

describe('a receipt', () => {
  const english = { page: () => own.catalogue.en.page };

  async function paid({ merchant }: Awaited<ReturnType<typeof shop>>, more: { linkId?: string } = {}) {
    const transaction = somePayment(merchant, more);
    await own.createTransaction(transaction, {}, { merchant, alongside: [] });
    const send = async (
      addresses: string[],
      refund?: { id: string; amount: number },
      event: string = own.newId(),
    ) => {
      mails.length = 0;
      const order = { event, transactionId: transaction.id, addresses, refund };
      const receipts = { merchantId: merchant.id, locale: 'en-IE' };
      await own.mailReceipt(order, receipts, english.page());
      return mails.map(({ to }) => to).sort();
    };
    return { id: transaction.id, send };
  }

  test('a receipt is sent once to each address, and once more for each refund', async () => {
    const { id, send } = await paid(await shop());
    const both = [emailOf('ann'), emailOf('bob')];
    expect(await send(both)).toEqual(both);
    expect(await send(both)).toEqual([]);
    expect(withheld()).toMatchObject(
      both.map(() => ({ reason: 'repeated', transactionId: id, merchantId: expect.any(String) })),
    );
    for (const email of both) expect(JSON.stringify(withheld())).not.toContain(email);
    const refunds = [300, 400].map((amount) => ({ id: own.newId(), amount }));
    for (const refund of refunds) expect(await send(both, refund)).toEqual(both);
    expect(mails[0]?.text).toContain('€4.00');
    for (const refund of refunds) expect(await send(both, refund)).toEqual([]);
    const shown = (await own.customerMails(id)).map(({ to, refund }) => `${to} ${refund}`);
    expect(shown.sort()).toEqual(
      [300, 400, undefined]
        .flatMap((refund) => ['a', 'b'].map((name) => `${name}•••@example.com ${refund}`))
        .sort(),
    );
  });

  test('a receipt has the text of the link that was paid', async () => {
    const made = await shop();
    const link = own.openLink(
      { amount: 1000, currency: 'EUR', text: 'Two bags of Java' },
      { id: own.newId(), merchantId: made.merchant.id, test: true },
    );
    await own.transact([{ item: own.put({ ...link, ...own.linkKey(link.id) }) }]);
    await (await paid(made, { linkId: link.id })).send([emailOf('ann')]);
    expect(mails[0]?.text).toContain('Two bags of Java');
    await (await paid(made)).send([emailOf('ann')]);
    expect(mails[0]?.text).not.toContain('Java');
  });

  test('a receipt of a test merchant is sent only if an operator approves the app that made it; that of a live one always', async () => {
    const stranger = await app(false);
    const unknown = await shop({}, stranger);
    await own.addApp(unknown.merchant, unknown.by, { id: (await app(true)).id, name: null }, []);
    const { id, send } = await paid(unknown);
    expect(await send([emailOf('ann')], undefined, 'record')).toEqual([]);
    expect(withheld()).toMatchObject([{ requestId: 'record', reason: 'unvouched', transactionId: id }]);
    const ann = emailOf('ann');
    expect(await (await paid(await shop({ test: false }, stranger))).send([ann])).toEqual([ann]);
    expect(mails[0]?.text).toContain('example.com');
    const gone = await shop();
    await own.removeMember(gone.merchant.id, gone.by, gone.by);
    expect(await (await paid(gone)).send([ann])).toEqual([]);
  });

  test('a receipt that SES refuses for one address reaches the others, and is sent again', async () => {
    const { send } = await paid(await shop());
    const [ann, bob] = [emailOf('ann'), emailOf('bob')];
    refusals.set(ann, 'AccountSuspendedException');
    await expect(send([ann, bob], undefined, 'record')).rejects.toThrow('SES SendEmail failed');
    expect(mails.map(({ to }) => to)).toEqual([bob]);
    refusals.clear();
    expect(await send([ann, bob], undefined, 'record')).toEqual([ann]);
  });

  test('a receipt of a merchant or a payment that does not exist is not sent', async () => {
    const { merchant } = await shop();
    const order = { event: 'record', transactionId: own.newId(), addresses: [emailOf('ann')] };
    for (const merchantId of [merchant.id, own.newId()])
      await own.mailReceipt(order, { merchantId, locale: 'en' }, english.page());
    expect(mails).toEqual([]);
  });
});

describe('a customer who gives an address to a page that asks for it', () => {
  const asks = { ask: ['name', 'email'] } as const;
  const ann = () => ({ name: 'Ann', email: emailOf('ann') });
  /** Stores a payment, and follows its records. @returns what Florin has to mail */
  async function receiptsOf(
    merchant: Merchant,
    over: Parameters<typeof somePayment>[1],
    follow?: (item: object) => Promise<unknown>,
  ) {
    const payment = somePayment(merchant, over);
    const { id, ...header } = payment;
    const item = { ...header, ...own.transactionKey(id), entries: 0, trailSize: 0 };
    await (follow ?? ((one) => followed(one)))(item);
    return own.getReceipts(id);
  }
  const followed = (now: object, before?: object) =>
    own.publishEvents({ Records: [recordOf(now, before)] } as DynamoDBStreamEvent);

  test('a customer who gives an address gets the receipt in the language of the page, once, also if the record comes again', async () => {
    const { merchant } = await shop(asks);
    const payer = { ...ann(), language: 'da' };
    const found = await receiptsOf(merchant, { payer }, async (item) => {
      await followed(item);
      await followed(item);
    });
    expect(found).toMatchObject({ merchantId: merchant.id, language: 'da', locale: 'da' });
    expect([...(found?.addresses ?? [])]).toEqual([payer.email.toLowerCase()]);
  });

  test('a customer who gives an address gets nothing for a declined payment, and after a capture that is open only once the capture has ended', async () => {
    const { merchant } = await shop(asks);
    expect(await receiptsOf(merchant, { payer: ann(), error: 22 })).toBeUndefined();
    const operation = { id: own.newId(), kind: 'capture', amount: 1000 };
    const open = async (item: object) => followed({ ...item, operation });
    expect(await receiptsOf(merchant, { payer: ann() }, open)).toBeUndefined();
    const ended = async (item: object) => followed(item, { ...item, operation });
    expect(await receiptsOf(merchant, { payer: ann() }, ended)).toMatchObject({ merchantId: merchant.id });
  });

  test('a customer who gives an address gets nothing of the kind if a shop sends an address that no page has asked for, so that nobody is mailed unasked', async () => {
    const { merchant } = await shop();
    expect(await receiptsOf(merchant, { payer: ann() })).toBeUndefined();
    const { merchant: asking } = await shop(asks);
    const terms = { amount: 1000, currency: 'EUR', ask: [] };
    const link = own.openLink(terms, { id: own.newId(), merchantId: asking.id, test: true });
    await own.transact([{ item: own.put({ ...link, ...own.linkKey(link.id) }) }]);
    expect(await receiptsOf(asking, { payer: ann(), linkId: link.id })).toBeUndefined();
  });
});

test('the mail about an endpoint that failures have switched off goes once to the merchant, and to each user who has chosen it', async () => {
  const { merchant, by, invite } = await shop();
  const [ann, address] = [emailOf('ann'), merchant.email.replace('@', '+florin@')];
  await invite(ann, { notices: { webhooks: true } });
  await invite(address, { notices: { webhooks: true } });
  await invite(emailOf('bob'));
  await invite(emailOf('ted'), { notices: { disputes: true, payouts: true, summary: true } });
  const about = { id: own.newId(), merchantId: merchant.id, test: true, appId: by.id, secrets: [] };
  const on = { ...own.webhookKey(merchant.id, about.id), ...about };
  const off = (by: string) => ({ ...on, disabled: { at: '2026-11-24T00:00:00.000Z', by } });
  const publish = (...Records: DynamoDBRecord[]) => own.publishEvents({ Records } as DynamoDBStreamEvent);
  await publish(recordOf(off('merchant'), on), recordOf(on, off('failures')), recordOf(undefined, on));
  expect(mails).toEqual([]);
  const record = recordOf(off('failures'), on);
  await publish(record);
  await publish(record, recordOf({ ...off('failures'), description: 'Shop' }, off('failures')));
  expect(mails.map(({ to }) => to).sort()).toEqual([ann, merchant.email]);
  // Only users can open the console, so the merchant's own mail has no link to it.
  const pages = `https://console.florin.test/#/${merchant.id}/settings`;
  for (const { to, text } of mails) expect([to, text.includes(pages)]).toEqual([to, to === ann]);
});

describe('an invitation', () => {
  test('an invitation says who invites, to which merchant and in which role, and its link signs in', async () => {
    const { by, invite } = await shop();
    const [byUser, byApp] = [await invite(emailOf('user')), await invite(emailOf('app'))];
    const send = (user: typeof byUser, more: Partial<UserMembership>) =>
      own.mailInvitation(user.id, { ...user, invitedBy: by.id, ...more }, () => own.catalogue.en.page);
    await send(byUser, { inviter: 'ann@example.com', role: 'accountant' });
    await send(byApp, {});
    const [first, second] = mails.map(({ text }) => text);
    expect(first).toMatch(/^You are invited to this merchant account: Shop$/m);
    expect(first).toMatch(/^Invited by: ann@example\.com\nRole: Accountant$/m);
    expect(first).toMatch(/^https:\/\/console\.florin\.test\/#\/invitation\/\S{20,}$/m);
    expect(second).toContain(`Invited by: ${by.id}\nRole: Owner\n`);
    for (const { text } of mails) expect(text).not.toMatch(/enter the address|\{\w+\}/);
  });

  test('an invitation is not sent to a person who was removed before it goes out', async () => {
    const { merchant, by, invite } = await shop();
    const [stays, goes] = [await invite(emailOf('stays')), await invite(emailOf('goes'))];
    await own.removeMember(merchant.id, by, { kind: 'user', id: goes.id });
    for (const user of [stays, goes])
      await own.mailInvitation(user.id, { ...user, invitedBy: by.id }, () => own.catalogue.en.page);
    expect(mails.map(({ to }) => to)).toEqual([stays.email]);
  });

  const invite = (appId: string, merchantId = own.newId(), id = own.newId(), event: string = own.newId()) =>
    own.mailMember(event, { id, merchantId, test: true, appId }, { ...notice, to: emailOf('ann') });

  test('an invitation is sent if an operator approves the app, once a day to each member', async () => {
    const { id } = await app(true);
    const [merchantId, user] = [own.newId(), own.newId()];
    for (let n = 0; n < 2; n++) await invite(id, merchantId, user);
    expect([mails.length, withheld()]).toMatchObject([1, [{ merchantId, appId: id, reason: 'repeated' }]]);
    await invite(id, merchantId);
    await invite(id, own.newId(), user);
    expect(mails).toHaveLength(3);
  });

  test('an invitation of an app that nobody approves, or that does not exist, counts against the quota of unverified apps', async () => {
    for (const appId of [(await app(false)).id, own.newId()]) await invite(appId);
    expect([mails, withheld().map(({ reason }) => reason)]).toEqual([[], ['unvouched', 'unvouched']]);
    expect(JSON.stringify(withheld())).not.toContain('@example.com');
  });
});

test('a user gets one mail about a change of their passkeys, with a link to their sessions', async () => {
  const email = emailOf('ann');
  const news: PasskeyNews = {
    ...{ id: own.newId(), kind: 'added' as const, userId: own.newId(), email, name: 'Phone', at: Date.now() },
    ...{ device: 'Firefox', address: '192.0.2.1', language: 'en' },
  };
  await own.mailPasskeyNews('record', news);
  expect(mails).toMatchObject([
    { to: email, text: expect.stringContaining('https://console.florin.test/#/sessions\n') },
  ]);
  await own.mailPasskeyNews('record', news);
  expect([mails.length, withheld()]).toMatchObject([1, [{ userId: news.userId, reason: 'repeated' }]]);
});

describe('a link to sign in', () => {
  const ask = (email: string, event: string = own.newId(), cookie = 'cookie', network = '192.0.2.1') =>
    own.mailLink(
      event,
      { id: own.newId(), email, browser: own.sha256(cookie), network, language: 'en' },
      () => own.catalogue.en.page,
    );

  test('a link to sign in goes to a user whom an approved app has invited, and works in the browser that asked, as soon as the mail arrives', async () => {
    const { invite } = await shop();
    const { id, email } = await invite(emailOf('ann'));
    // The mail goes to the address as it was invited, and not as somebody has typed it.
    await ask(email.toUpperCase());
    expect(mails).toMatchObject([{ to: email }]);
    const token = /#\/sign-in\/(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(await own.getSignInLink(token, 'cookie')).toMatchObject({ user: { id, email } });
    await expect(own.getSignInLink(token, 'other')).rejects.toMatchObject({ name: 'Refused' });
  });

  test('a link to sign in goes to a user whom strangers have invited only once the user has signed in', async () => {
    const { invite } = await shop({}, await app(false));
    const user = await invite(emailOf('ann'));
    await ask(user.email, 'record');
    expect([mails, withheld()]).toMatchObject([
      [],
      [{ requestId: 'record', userId: user.id, reason: 'unvouched' }],
    ]);
    expect(JSON.stringify(withheld())).not.toContain(user.email);
    const { id, email } = user;
    await own.transact([{ item: own.put({ ...own.userKey(email), id, email, signedIn: 1 }) }]);
    await ask(email);
    expect(mails).toHaveLength(1);
  });

  test('a link to sign in has quotas for each unknown network and for all of them, and others for a known network and browser', async () => {
    const { invite } = await shop();
    const { id: userId, email } = await invite(emailOf('ann'));
    const times = { created: Date.now(), seen: Date.now() };
    const session = { id: own.newId(), userId, email, device: '', address: '198.51.100.7', ...times };
    await own.putLink({ user: { id: userId, email } }, 'link');
    await own.openSession('link', session, 'token', 'mine');
    const flood = async (count: number, cookie: string, network: string) => {
      const before = mails.length;
      for (let n = 0; n < count; n++) await ask(email, own.newId(), cookie, network);
      return mails.length - before;
    };
    expect(await flood(12, 'stranger', '203.0.113.1')).toBe(10);
    expect(await flood(1, 'new', '203.0.113.2')).toBe(1);
    expect(await flood(12, 'stranger', '203.0.113.3')).toBe(9);
    expect(await flood(1, 'new', '203.0.113.4')).toBe(0);
    expect(await flood(22, 'new', '198.51.100.7')).toBe(20);
    expect(await flood(22, 'mine', '198.51.100.7')).toBe(20);
  });

  test('a link to sign in goes to a user whom one approved app has invited, among others', async () => {
    const [unknown, known] = [await shop({}, await app(false)), await shop()];
    const { id, email } = await unknown.invite(emailOf('ann'));
    const { merchant, by } = known;
    const membership = { id, email, merchantId: merchant.id, merchant: 'Shop', test: true, invitedBy: by.id };
    await own.addUser(membership, by, false, []);
    await ask(email);
    expect(mails).toHaveLength(1);
  });

  test('a link to sign in is not sent to an address without a user, nor before Florin has stored it', async () => {
    await ask(emailOf('nobody'));
    expect([mails, withheld()]).toEqual([[], []]);
    const { invite } = await shop();
    const { email } = await invite(emailOf('ann'));
    own.proxy.instead = (_, body) =>
      body.includes('"browser"') ? failure('ValidationException') : undefined;
    await expect(ask(email)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(mails).toEqual([]);
  });
});
