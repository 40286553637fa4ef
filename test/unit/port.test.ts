import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquirerNames } from '../../functions/core/acquirer/names.ts';
import { isSameAccount } from '../../functions/core/domain/merchants/acquirer-account.ts';
import { root } from '../../lib/root.ts';

const adapters = 'functions/core/acquirer/';

/** The files that may name an adapter, with the reason. */
const reasons: Record<string, string> = {
  [`${adapters}names.ts`]: 'lists the adapters',
  [`${adapters}registry.ts`]: 'registers the parts of the adapter',
  [`${adapters}simulated/methods.ts`]: 'gives test mode the methods of real money',
  'functions/core/store/table/keys.ts':
    'keeps keys of disputes that are older than the acquirers’ names in keys',
  'lib/local/variables.ts':
    'knows the form of the adapter’s variables, so that `npm start` can refuse a malformed one',
  'lib/recorders/events/scene.ts': 'posts to the public path',
};

const files = ['functions', 'lib', 'schemas'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|json|md|css|html|svg)$/.test(name))
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

/** The event types, objects and IDs of Stripe's API. */
const ofStripe =
  /payment_intent|setup_intent|balance_transaction|charge\.(refunded|captured|dispute)|\b(pi|ch|seti|acct|evt)_\w/;

test('only the adapter’s folder names Stripe’s event types, objects and IDs', () => {
  const named = files.filter(
    (file) => !file.startsWith(`${adapters}stripe/`) && ofStripe.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(named).toEqual([]);
});

test('two accounts are the same only if both the acquirer and the account name are equal', () => {
  const holder = { acquirer: 'one', account: 'shop' };
  expect(isSameAccount(holder, holder)).toBe(true);
  expect(isSameAccount(holder, { acquirer: 'another', account: 'shop' })).toBe(false);
  expect(isSameAccount({ acquirer: 'one' }, { acquirer: 'another' })).toBe(false);
  expect(isSameAccount(holder, { acquirer: 'one', account: 'other' })).toBe(false);
  expect(isSameAccount(undefined, holder)).toBe(false);
});
