import { keepValues } from '../../../lib/recorders/examples/keep-values.ts';

const idOf = (two: string) => two.repeat(12);
const [a, b, c, d] = [idOf('a0'), idOf('b0'), idOf('c0'), idOf('d0')];

const example = (title: string, body: unknown, request?: unknown) => ({
  route: 'GET /things',
  title,
  ...(request !== undefined && { request: { type: 'application/json', body: request } }),
  status: 200,
  answer: { type: 'application/json', body },
});

const thing = (id: string, created: string, more: object = {}) => ({
  id,
  created,
  url: `{base_url}/l/${id}`,
  token: `${id}aB3/+=`,
  ...more,
});

const earlier = [example('One', thing(a, '2026-03-01T00:00:00.000Z', { amount: 1 }), { due: '2030-01-01' })];

test('a second recording gives the same examples', () => {
  const again = [example('One', thing(c, '2026-04-02T10:00:00.123Z', { amount: 1 }), { due: '2030-01-01' })];
  expect(keepValues(earlier, again)).toEqual(earlier);
});

test('a new field and a new example change nothing else, and name known objects by their known ids', () => {
  const more = [
    example('Before', { of: c, other: d }),
    example('One', thing(c, '2026-04-02T10:00:00.123Z', { amount: 2, note: 'New' }), { due: '2031-02-02' }),
  ];
  expect(keepValues(earlier, more)).toEqual([
    example('Before', { of: a, other: d }),
    example('One', thing(a, '2026-03-01T00:00:00.000Z', { amount: 2, note: 'New' }), { due: '2031-02-02' }),
  ]);
});

test('another error is not taken for a random word', () => {
  const failed = (error: string) => [example('Refused', { error, by: b })];
  expect(keepValues(failed('PAYMENT_INTEGRATION_DISABLED'), failed('PAYMENT_CHALLENGE_UNAVAILABLE'))).toEqual(
    failed('PAYMENT_CHALLENGE_UNAVAILABLE'),
  );
});
