import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import {
  faultOf,
  hashOfSeal,
  publicKeyOf,
  type Seal,
  type SignedSeal,
  sealAfter,
  sealText,
} from '#domain/ledger/seal.ts';
import { noHash, SealChain } from '#domain/ledger/seal-chain.ts';
import { digestOf, type SealedLog, type Shown, sealedText } from '#domain/ledger/sealed-fields.ts';
import { addDays } from '#domain/merchants/days.ts';
import { compareEntries } from '../../../../packages/cli/src/seals/compare-entries.ts';
import { recordOf } from '../../../../packages/cli/src/seals/entry-record.ts';
import { verifySeals } from '../../../../packages/cli/src/seals/verify-seals.ts';

const day = '2026-11-29';
const merchantId = newId(Date.parse('2026-01-01'));
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const signed = (seal: Seal): SignedSeal => ({
  ...seal,
  key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  signature: sign('sha256', Buffer.from(sealText(seal)), privateKey).toString('base64'),
});

const chainOf = (log: SealedLog, entries: readonly Entry[]) => {
  const chain = new SealChain();
  for (const entry of entries) chain.add(entry.id, digestOf(log, entry));
  return chain.state;
};

type Entry = Shown & { id: string };

const money = fc.integer({ min: -1e9, max: 1e9 });
const currency = fc.constantFrom('EUR', 'DKK', 'JPY');
const id = fc.integer({ min: 0, max: 86_399_999 }).map((at) => newId(Date.parse(day) + at));
const line = fc.record(
  {
    id,
    test: fc.boolean(),
    bookedAt: id,
    capture: fc.constant(true),
    amount: fc.record({ currency, amount: money }),
    balance: money,
    fee: money,
    transactionId: id,
    disputeId: id,
    reference: fc.string(),
    exchange: fc.record({ from: currency, to: currency, rate: fc.double({ noNaN: true }) }),
    kept: fc.record({ currency, balance: money, fee: money }),
    pocket: fc.record({ name: fc.string(), balance: money, fee: money }),
    fees: fc.array(fc.record({ kind: fc.string(), amount: money }), { minLength: 1, maxLength: 3 }),
    available: fc.constant(day),
    reserve: fc.constant(true),
  },
  { requiredKeys: ['id', 'test', 'bookedAt', 'capture', 'amount', 'balance', 'fee'] },
);
const auditEntry = fc.record({
  id,
  user: fc.record({ id }),
  action: fc.string(),
  about: fc.record({ transactionId: id }),
  status: fc.option(fc.integer()),
});
const several = (one: fc.Arbitrary<Entry>) =>
  fc
    .uniqueArray(one, { selector: (entry) => entry.id, minLength: 1, maxLength: 6 })
    .map((all) => all.sort((a, b) => (a.id < b.id ? -1 : 1)));
const someDay = fc.oneof(
  fc.tuple(fc.constant<SealedLog>('ledger'), several(line)),
  fc.tuple(fc.constant<SealedLog>('audit'), several(auditEntry)),
);

/** The places of all scalars of an entry, except of its id. */
function placesIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) =>
    at.length === 0 && name === 'id' ? [] : placesIn(inner, [...at, name]),
  );
}

function changedAt(entry: Entry, [first = '', ...rest]: string[], value: (old: unknown) => unknown): Entry {
  const copy = structuredClone(entry) as Record<string, unknown>;
  const inner = copy[first];
  copy[first] = rest.length === 0 ? value(inner) : changedAt(inner as Entry, rest, value);
  return copy as Entry;
}

const another = (old: unknown): unknown => {
  if (typeof old === 'number') return old === 7 ? 8 : 7;
  if (typeof old === 'boolean') return !old;
  return old === null ? 200 : newId(0);
};

/** Returns the differences between an export and the entries that were sealed. */
function compare(log: SealedLog, sealed: readonly Entry[], exported: readonly Entry[], listed = sealed) {
  const chains = { ledger: { count: 0, hash: noHash }, audit: { count: 0, hash: noHash } };
  const seal = signed(sealAfter(undefined, { merchantId, day, ...chains, [log]: chainOf(log, sealed) }, 0));
  const record = (source: 'sealed' | 'exported') => (entry: Entry) =>
    recordOf({ merchantId, log, id: entry.id, source, digest: digestOf(log, entry), misplaced: false });
  const records = [...listed.map(record('sealed')), ...exported.map(record('exported'))].sort();
  return compareEntries(records, new Map([[merchantId, [seal]]])).differences;
}

test('the verification names the entry with a changed field, whichever covered field it is', () => {
  fc.assert(
    fc.property(someDay, fc.nat(), fc.nat(), ([log, entries], which, where) => {
      const entry = entries[which % entries.length] as Entry;
      const places = placesIn(entry);
      const changed = changedAt(entry, places[where % places.length] as string[], another);
      const exported = entries.map((one) => (one === entry ? changed : one));
      expect(chainOf(log, exported).hash).not.toBe(chainOf(log, entries).hash);
      expect(compare(log, entries, entries)).toEqual([]);
      expect(compare(log, entries, exported)).toMatchObject([{ kind: 'edited', id: entry.id, day, log }]);
    }),
  );
});

test('the verification names a removed and an added entry, and one that has got another id', () => {
  fc.assert(
    fc.property(someDay, fc.nat(), id, ([log, entries], which, other) => {
      const entry = entries[which % entries.length] as Entry;
      const without = entries.filter((one) => one !== entry);
      fc.pre(entries.every((one) => one.id !== other));
      const moved = { ...entry, id: other };
      const same = without.filter((one) => sealedText(log, one) === sealedText(log, entry));
      expect(compare(log, entries, without)).toMatchObject([{ kind: 'removed', id: entry.id }]);
      expect(compare(log, without, entries)).toMatchObject([{ kind: 'added', id: entry.id }]);
      if (same.length === 0)
        expect(compare(log, entries, [...without, moved])).toMatchObject([
          { kind: 'moved', id: other, from: entry.id },
        ]);
    }),
  );
});

test('a list of entries that was changed with the export names no entry, and the day is reported', () => {
  fc.assert(
    fc.property(someDay, ([log, entries]) => {
      const without = entries.slice(1);
      expect(compare(log, entries, without, without)).toMatchObject([{ kind: 'day', day, log }]);
      expect(compare(log, entries, entries, without)).toEqual([]);
    }),
  );
});

test('a chain has another hash for each other order of the same entries, and refuses ids that do not grow', () => {
  fc.assert(
    fc.property(several(line), fc.nat(), fc.nat(), (entries, one, other) => {
      const [a, b] = [one % entries.length, other % entries.length];
      fc.pre(a !== b);
      const ids = entries.map((entry) => entry.id);
      const fields = entries.map((entry) => digestOf('ledger', entry).toString('hex'));
      fc.pre(fields[a] !== fields[b]);
      [fields[a], fields[b]] = [fields[b] as string, fields[a] as string];
      const chain = new SealChain();
      for (const [n, at] of ids.entries()) chain.add(at, Buffer.from(fields[n] ?? '', 'hex'));
      expect(chain.state.hash).not.toBe(chainOf('ledger', entries).hash);
      expect(() => chain.add(ids[0] ?? '', Buffer.alloc(32))).toThrow('does not follow');
    }),
  );
});

test('a seal does not change with fields that name persons or appear later', () => {
  const sold = { id: newId(0), test: false, amount: { currency: 'EUR', amount: 5 }, fees: [{ kind: 'tax' }] };
  const personal = {
    ...{ order: { customer: 'Ann' }, description: 'Ann', details: { reference: 'Ann' } },
    ...{ payoutId: newId(0), arrival: day, trace: 'T', fees: [{ kind: 'tax', description: 'Ann' }] },
  };
  expect(sealedText('ledger', { ...sold, ...personal })).toBe(sealedText('ledger', sold));
  const action = { user: { id: merchantId }, action: 'DELETE /a', about: { cardId: merchantId } };
  const about = { ...action.about, customer: newId(0), customerId: 'ann@example.com' };
  const request = {
    user: { ...action.user, email: 'ann@example.com' },
    fields: '{}',
    address: '::1',
    device: 'x',
  };
  expect(sealedText('audit', { ...action, ...request, about })).toBe(sealedText('audit', action));
});

const chains = { ledger: { count: 0, hash: noHash }, audit: { count: 0, hash: noHash } };
const at = (of: string, hours: number) => Date.parse(addDays(of, 1)) + hours * 3_600_000;
const first = sealAfter(undefined, { merchantId, day, ...chains }, at(day, 2));
const second = sealAfter(first, { merchantId, day: addDays(day, 1), ...chains }, at(addDays(day, 1), 2));

test.each<[string, SignedSeal, Seal | undefined, ReturnType<typeof faultOf>]>([
  ['the first seal', signed(first), undefined, undefined],
  ['the second seal', signed(second), first, undefined],
  ['a changed hash', { ...signed(second), ledger: { count: 0, hash: '1'.repeat(64) } }, first, 'signature'],
  ['a changed count', { ...signed(second), audit: { count: 1, hash: noHash } }, first, 'signature'],
  ['another merchant', { ...signed(second), merchantId: newId(0) }, first, 'signature'],
  ['a seal after a removed one', signed(second), undefined, 'order'],
  ['a seal after another one', signed(second), { ...first, sealedAt: '' }, 'order'],
  ['a seal after a gap', signed({ ...second, day: '2026-12-02' }), first, 'order'],
  [
    'a seal of a day that goes on',
    signed({ ...second, sealedAt: `${second.day}T23:59:59.999Z` }),
    first,
    'early',
  ],
  ['a seal that replaces one', signed({ ...second, sealedAt: '2026-12-03T00:00:00.001Z' }), first, 'late'],
])('%s has the right fault, or none', (_, seal, last, fault) =>
  expect(faultOf(seal, last, [publicKey])).toBe(fault),
);

test('a seal that another key has signed is not right, and each of several known keys is enough', () => {
  const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(faultOf(signed(first), undefined, [other])).toBe('signature');
  expect(faultOf(signed(first), undefined, [])).toBe('signature');
  expect(faultOf(signed(first), undefined, [other, publicKey])).toBeUndefined();
});

test('late seals are accepted until a given time', () => {
  const late = signed({ ...first, sealedAt: '2026-12-24T02:00:00.000Z' });
  expect(faultOf(late, undefined, [publicKey], Date.parse('2026-12-24T01:00:00Z'))).toBe('late');
  expect(faultOf(late, undefined, [publicKey], Date.parse('2026-12-24T03:00:00Z'))).toBeUndefined();
});

test('a first seal that was made long after the first line is reported, unless late seals are accepted', () => {
  const sold = { id: newId(Date.parse('2026-11-20')), test: false };
  const ledger = chainOf('ledger', [sold]);
  const seal = signed(sealAfter(undefined, { merchantId, day, ...chains, ledger }, at(day, 2)));
  const digest = digestOf('ledger', sold);
  const record = recordOf({
    merchantId,
    log: 'ledger',
    ...sold,
    source: 'exported',
    digest,
    misplaced: false,
  });
  const found = (until?: number) =>
    compareEntries([record], new Map([[merchantId, [seal]]]), ['ledger'], until).differences;
  expect(found()).toMatchObject([{ kind: 'late', id: sold.id }]);
  expect(found(at(day, 3))).toEqual([]);
});

test('the newest seals that were removed from one merchant are missing, and all those of a live merchant', () => {
  const sealsFor = (merchantId: string, days: number): SignedSeal[] => {
    const made: SignedSeal[] = [];
    for (let at = Date.parse(day); made.length < days; at += 86_400_000) {
      const entries = { ledger: { count: 0, hash: noHash }, audit: { count: 0, hash: noHash } };
      const of = { merchantId, day: new Date(at).toISOString().slice(0, 10), ...entries };
      made.push(signed(sealAfter(made.at(-1), of, at + 90_000_000)));
    }
    return made;
  };
  const [whole, cut, stripped] = [newId(), newId(), newId()];
  const missing = (seals: Map<string, SignedSeal[]>, live: string[]) =>
    verifySeals({ seals, live: new Set(live) }, { keys: [publicKey], known: [] }).differences.map(
      ({ kind, merchantId: of }) => [kind, of],
    );
  const complete = new Map([whole, cut].map((of) => [of, sealsFor(of, 5)] as const));
  expect(missing(complete, [whole])).toEqual([]);
  expect(missing(new Map([...complete, [cut, sealsFor(cut, 3)]]), [whole, stripped])).toEqual([
    ['missing', cut],
    ['missing', stripped],
  ]);
});

test('the example of the published format verifies', () => {
  const text = readFileSync('docs/seals.md', 'utf8');
  const [, block = ''] = /```json\n({[^`]*"lineDigest"[^`]*)```/.exec(text) ?? [];
  const { publicKey: key, line, lineText, lineDigest, seal, sealHash } = JSON.parse(block);
  expect(sealedText('ledger', line)).toBe(lineText);
  expect(digestOf('ledger', line).toString('hex')).toBe(lineDigest);
  expect(chainOf('ledger', [line])).toEqual(seal.ledger);
  expect(hashOfSeal(seal)).toBe(sealHash);
  expect(faultOf(seal, undefined, [publicKeyOf(key)])).toBeUndefined();
  const pem = publicKeyOf(key).export({ format: 'pem', type: 'spki' }).toString();
  expect(publicKeyOf(pem).equals(publicKeyOf(key))).toBe(true);
});
