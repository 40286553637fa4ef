import { matchMovers } from '../../../functions/console/client/payments/movers.ts';
import { useTexts } from '../../../functions/console/client/values/texts.ts';
import type { AuditEntry, TrailEntry } from '../../../functions/console/client/values/types.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

beforeAll(() => useTexts('en', consoleCatalogue.en, []));

const start = Date.parse('2026-11-25T08:00:00.000Z');
const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();

const refund = (amount: number, later: number) =>
  ({ refund: true, amount, created: at(later) }) as unknown as TrailEntry;

const request = (id: string, amount: number, later: number, given: Partial<AuditEntry> = {}) =>
  ({
    id,
    created: at(later),
    user: { id: 'a', email: 'ann@example.com' },
    action: 'POST /transactions/{transactionId}/refunds',
    about: { transactionId: 'payment' },
    fields: { amount },
    status: 201,
    ...given,
  }) as AuditEntry;

const names = (trail: TrailEntry[], audit: AuditEntry[]) => {
  const movers = matchMovers({ id: 'payment', trail }, audit);
  return trail.map((entry) => movers.get(entry));
};

test('the person whose request fits a movement is named, also if the entry is read twice', () => {
  expect(names([refund(500, 900)], [request('1', 500, 0), request('1', 500, 0)])).toEqual([
    'ann@example.com',
  ]);
});

test.each<[string, AuditEntry]>([
  ['another payment', request('1', 500, 0, { about: { transactionId: 'other' } })],
  ['another kind', request('1', 500, 0, { action: 'POST /transactions/{transactionId}/captures' })],
  ['another amount', request('1', 501, 0)],
  ['a refused request', request('1', 500, 0, { status: 409 })],
  ['a request without a known outcome', request('1', 500, 0, { status: null })],
  ['a request after the movement', request('1', 500, 1001)],
  ['a request long before the movement', request('1', 500, -29_001)],
  ['a request without fields', request('1', 500, 0, { fields: null })],
])('nobody is named for %s', (_, entry) => {
  expect(names([refund(500, 1000)], [entry])).toStrictEqual([undefined]);
});

test('nobody is named if an app has made an equal movement at the same time, or two people fit', () => {
  expect(names([refund(500, 900), refund(500, 1000)], [request('1', 500, 0)])).toEqual([
    undefined,
    undefined,
  ]);
  const bob = { user: { id: 'b', email: 'bob@example.com' } };
  expect(names([refund(500, 900)], [request('1', 500, 0), request('2', 500, 10, bob)])).toStrictEqual([
    undefined,
  ]);
});

test('a till that is named like the address of a person is not taken for the person', () => {
  const till = { user: { id: 't', till: 'ann@example.com' } };
  expect(names([refund(500, 900)], [request('1', 500, 0, till)])).toEqual(['Till: ann@example.com']);
  expect(names([refund(500, 900)], [request('1', 500, 0), request('2', 500, 10, till)])).toStrictEqual([
    undefined,
  ]);
});
