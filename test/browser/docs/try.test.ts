import { setTimeout as sleep } from 'node:timers/promises';
import { pageGroups, pagesOf } from '../../../lib/site/site.ts';
import { aws } from '../../api/support/aws.ts';
import { byMethod } from '../../api/support/by-method.ts';
import { hello, password, username } from '../../api/support/hello.ts';
import { limitDeclines } from '../../api/support/limit-declines.ts';
import { desktop, here, useBrowser } from '../support/browser.ts';
import { docs, sendFromPage } from '../support/docs.ts';

const openPage = useBrowser();
const { create, idIn } = hello();
const { report } = aws();

/**
 * Sorts operations so that deletions come last, and inner objects are deleted before outer ones, because other operations
 * need these objects.
 */
const rank = ({ method, path }: { method: string; path: string }): number =>
  method === 'DELETE' ? 100 - path.split('/').length : 0;

/** Each operation that has “Try it”. */
const operations = pageGroups()
  .flatMap(pagesOf)
  .flatMap(({ name, request }) => (request ? [{ name, ...request }] : []))
  .sort((a, b) => rank(a) - rank(b));

// biome-ignore lint/suspicious/noExplicitAny: answers and bodies of every shape
type Json = any;

/** Waits until a list of the merchant has something. */
async function firstOf(key: string, path: string): Promise<Json> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { body } = await here.api('GET', path, { key });
    if (body.length > 0) return body[0];
    await sleep(100);
  }
  throw new Error(`Nothing came: ${path}`);
}

/** Makes one object of each kind that an operation needs. */
async function prepare() {
  const { key, app, merchant } = await here.shop({ methods: ['mobilepay'] });
  const made = async (path: string, body: object = {}): Promise<Json> =>
    (await here.api('POST', `/merchants/${merchant.id}${path}`, { key, body })).body;
  const disputed = await here.authorized(merchant, 5000);
  const suspect = await here.authorized(merchant, 5000, {
    card: { ...(await here.payment(merchant)).card, ...(await cardOf('4000000000005401')) },
  });
  const { webhook } = await made('/webhooks');
  for (const id of [disputed, suspect]) await here.move(key, id, 'captures', 5000);
  // The dispute stays open, so that evidence can be sent. Disputes of test cards end after some seconds.
  const [due, reason] = ['2090-01-01T00:00:00.000Z', { code: 83, title: 'Fraud' }];
  await report({
    type: 'dispute.opened',
    reference: disputed,
    transactionId: disputed,
    amount: 5000,
    reason,
    due,
  });
  const [transactionId, refundable, voidable, raisable] = await Promise.all(
    [0, 0, 0, 0].map(() => here.authorized(merchant, 5000)),
  );
  await here.move(key, refundable ?? '', 'captures', 5000);
  await made('/users', { email: 'bob@example.com' });
  await limitDeclines(process.env.FLORIN_DYNAMODB ?? '', merchant);
  const guest = await here.createApp('A guest');
  const perMerchant = (path: string) => `${path}?limit=1&filter[merchantId]=${merchant.id}`;
  return {
    key,
    merchant,
    guest,
    payment: await here.payment(merchant),
    away: await byMethod(here).begin(merchant, 'mobilepay'),
    refundable: refundable ?? '',
    voidable: voidable ?? '',
    raisable: raisable ?? '',
    ids: {
      appId: app.id,
      merchantId: merchant.id,
      transactionId: transactionId ?? '',
      customer: 'ann-42',
      cardId: (await made('/cards', { transactionId: refundable })).card.id,
      linkId: (await made('/links', { amount: 100, currency: 'EUR' })).link.id,
      webhookId: webhook.id,
      secretId: '',
      userId: (await firstOf(key, `/merchants/${merchant.id}/users?limit=1`)).id,
      lineId: (await firstOf(key, `/merchants/${merchant.id}/lines?limit=1`)).id,
      disputeId: (await firstOf(key, perMerchant('/disputes'))).id,
      fraudId: (await firstOf(key, perMerchant('/frauds'))).id,
      deliveryId: (await firstOf(key, `/merchants/${merchant.id}/webhooks/${webhook.id}/deliveries?limit=1`))
        .id,
      payoutId: '0'.repeat(24),
      watch: '',
      id: String(idIn(await create({ name: 'Ann' }))),
      challenge: 'tds-frictionless',
    } as Record<string, string>,
  };
}

const cardOf = (number: string) => here.tokens(number);

test('each operation can be tried from its page: the form sends the right request, and shows the response', async () => {
  const { key, merchant, guest, payment, away, refundable, voidable, raisable, ids } = await prepare();
  /** The bodies whose examples name objects of another merchant. */
  const bodies: Readonly<Record<string, object>> = {
    'post-merchants-id-apps': { appId: guest.id },
    'post-merchants-id-transactions': { transactionId: refundable, currency: 'EUR', amount: 1200 },
    'post-transactions-id-increments': { amount: 300 },
    'post-merchants-id-cards': { transactionId: refundable },
    'post-payments': payment,
    'post-payments-challenges-challenge': payment,
    'post-payments-returns': { state: away.state },
    'post-payments-receipts': {
      integration: { key: merchant.key },
      transactionId: refundable,
      email: 'ann@example.com',
    },
    'post-payments-codes': {
      integration: { key: merchant.key },
      amount: { currency: 'EUR', exponent: 2, value: 450 },
    },
    'post-api-hello-world': { name: 'Ann' },
  };
  const transactions: Readonly<Record<string, string>> = {
    'post-transactions-id-increments': raisable,
    'post-transactions-id-refunds': refundable,
    'post-transactions-id-voids': voidable,
  };
  /** The stage has made no payout, and no customer has saved a card. */
  const absent = [
    'get-payouts-id',
    'delete-merchants-id-customers-customer-cards-id',
    'delete-l-id-cards-id',
  ];

  const page = await openPage(desktop);
  await page.goto(docs('get-me'));
  const wrong: string[] = [];
  for (const { name, method, path, api, authorization, parameters, body } of operations) {
    const own: Record<string, string> = {
      ...ids,
      ...(transactions[name] && { transactionId: transactions[name] }),
      ...(/^(put|delete)-merchants-id-apps-id$/.test(name) && { appId: guest.id }),
    };
    const fill: Record<string, string> = {
      ...(authorization === 'key' && { 'API key': key }),
      ...(authorization === 'password' && { 'User name': username, Password: password }),
      ...Object.fromEntries(
        parameters.filter((one) => one.in === 'path').map((one) => [one.name, own[one.name] ?? '']),
      ),
      ...(parameters.some((one) => one.name === 'filter[merchantId]') && {
        'filter[merchantId]': merchant.id,
      }),
      ...(bodies[name] && { Body: JSON.stringify(bodies[name]) }),
      ...(name === 'put-api-hello-world' && { Body: JSON.stringify({ id: Number(ids.id), name: 'Anna' }) }),
    };
    const answer = await sendFromPage(page, name, fill);
    const url = new URL(answer.request.url());
    const origin = new URL((api === 'pos' ? process.env.FLORIN_POS_URL : process.env.FLORIN_BASE_URL) ?? '');
    const asked = `${answer.request.method()} ${url.origin}${decodeURIComponent(url.pathname)}`;
    const meant = `${method} ${origin.origin}${path.replace(/\{(\w+)\}/g, (_, one: string) => own[one] ?? '')}`;
    const isRight = absent.includes(name) ? answer.status === 404 : answer.status < 300;
    if (asked !== meant || !isRight || (answer.request.postData() === null) !== (body === undefined))
      wrong.push(`${name}: ${asked}, not ${meant}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (name === 'post-payments-codes') ids.watch = answer.body.watch;
    if (name === 'post-merchants-id-webhooks-id-secrets') ids.secretId = answer.body.secret.id;
  }
  expect(wrong).toEqual([]);
  expect(operations.length).toBeGreaterThan(60);
});
