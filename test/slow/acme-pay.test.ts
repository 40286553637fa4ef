import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../lib/root.ts';
import { send } from '../api/support/http.ts';
import { localClock } from '../api/support/local-clock.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { change, copyOfSources } from './support/second/checkout.ts';

/*
 * A method that Florin has never heard of: a row is added to an adapter, and nothing else is changed. Stripe's own name of a
 * method is its `type`, so the adapter's mapping needs no line.
 */

jest.setTimeout(300_000);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

const rows = 'functions/core/acquirer/stripe/methods.ts';

const row = `
  row({
    type: 'acme_pay',
    name: 'Acme Pay',
    currencies: ['EUR'],
    countries: ['DK'],
    refundDays: 30,
    minutes: 10,
    settles: 5,
  }),`;

const checkout = copyOfSources('acme');
change(join(checkout.folder, rows), 'StripeMethod[] = [', `StripeMethod[] = [${row}`);
afterAll(checkout.remove);

const own = ownFlorin({ cwd: checkout.folder });
const clock = localClock(() => own.florin);

/** The files that differ from those of this repository. */
const changedFiles = (): string[] =>
  ['functions', 'lib', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((file) => !readFileSync(join(root, file)).equals(readFileSync(join(checkout.folder, file)))),
  );

const day = 24 * 60 * 60 * 1000;

test('a new row works on API, ledger, refunds, console and page without a change of any other file', async () => {
  expect(changedFiles()).toEqual([rows]);
  const { api, pos, shop, transaction, move } = own.here;
  const { key, merchant } = await shop({ methods: ['acme_pay'] });
  const get = async (path: string): Promise<Json> => (await api('GET', path, { key })).body;
  const terms = { amount: 10000, currency: 'EUR' };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: terms })).body;
  expect((await send(`${own.florin.posUrl}/l/${link.id}`, 'GET')).text).toContain('Acme Pay');

  const body: Json = {
    integration: { key: merchant.key },
    test: { method: { answer: 'approve' } },
    amount: { currency: 'EUR', exponent: 2, value: 10000 },
    method: { type: 'acme_pay', returnUrl: 'https://shop.example/thanks' },
    linkId: link.id,
    hints: [],
  };
  body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
  await pos('/payments', body);
  expect((await pos('/payments/challenges/method', body)).body).toMatchObject({ kind: 'page' });
  const { authorizationId: id } = (await pos('/payments', body)).body;

  const method = { type: 'acme_pay', name: 'Acme Pay' };
  expect(await transaction(key, id)).toMatchObject({ method, card: null, capturedAmount: 10000 });
  expect((await move(key, id, 'captures', 1)).status).toBe(400);
  expect((await move(key, id, 'refunds', 4000)).status).toBe(201);
  const [refunded, captured] = await get(`/merchants/${merchant.id}/lines?limit=10`);
  expect([captured, refunded]).toMatchObject([
    { capture: true, transactionId: id },
    { refund: true, balance: -4000 },
  ]);
  expect((await get(`/merchants/${merchant.id}`)).merchant.balance).toBe(captured.balance - 4000);
  // The console shows this list.
  expect(await get(`/merchants/${merchant.id}/transactions?limit=10`)).toMatchObject([{ id, method }]);
  await waitUntil(
    () => get(`/links/${link.id}`),
    (found) => found.link.paid === 1,
  );

  await clock.move((await clock.now()) + 30 * day + 60_000);
  expect(await move(key, id, 'refunds', 100)).toMatchObject({
    status: 400,
    body: [
      {
        message: 'Acme Pay returns money within 30 days of the payment; pay the customer back in another way',
      },
    ],
  });
});
