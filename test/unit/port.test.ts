import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquirerNames } from '../../functions/core/acquirer/names.ts';
import { isSameAccount } from '../../functions/core/domain/merchants/acquirer-account.ts';
import { root } from '../../lib/root.ts';

const adapters = 'functions/core/acquirer/';

/** Where an adapter may be named, and why. */
const reasons: Record<string, string> = {
  [`${adapters}names.ts`]: 'lists the adapters',
  [`${adapters}registry.ts`]: 'registers the adapter',
  [`${adapters}payment-acquirers.ts`]: 'registers its part that pays',
  [`${adapters}setups.ts`]: 'registers its part that connects accounts',
  [`${adapters}capabilities.ts`]: 'registers what it is like',
  [`${adapters}event-readers.ts`]: 'registers its part that reads events',
  [`${adapters}report-proses.ts`]: 'registers what people read of its events',
  'lib/recorders/events/scene.ts': 'posts to the public path',
};

const files = ['functions', 'lib', 'schemas'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${place}/${name.replaceAll('\\', '/')}`),
);

test.each(acquirerNames)('only its adapter’s folder, and the lists of adapters, name %s', (acquirer) => {
  const named = files.filter(
    (file) =>
      !file.startsWith(`${adapters}${acquirer}/`) &&
      !(file in reasons) &&
      new RegExp(acquirer, 'i').test(readFileSync(join(root, file), 'utf8')),
  );
  expect(named).toEqual([]);
});

/** The event types, objects and ids of Stripe's API. */
const ofStripe =
  /payment_intent|setup_intent|balance_transaction|charge\.(refunded|captured|dispute)|\b(pi|ch|seti|acct|evt)_\w/;

test('only the adapter’s folder names Stripe’s event types, objects and ids', () => {
  const named = files.filter(
    (file) => !file.startsWith(`${adapters}stripe/`) && ofStripe.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(named).toEqual([]);
});

test('an account of the same name at another acquirer reports of no payment', () => {
  const holder = { acquirer: 'one', account: 'shop' };
  expect(isSameAccount(holder, holder)).toBe(true);
  expect(isSameAccount(holder, { acquirer: 'another', account: 'shop' })).toBe(false);
  expect(isSameAccount({ acquirer: 'one' }, { acquirer: 'another' })).toBe(false);
  expect(isSameAccount(holder, { acquirer: 'one', account: 'other' })).toBe(false);
  expect(isSameAccount(undefined, holder)).toBe(false);
});
