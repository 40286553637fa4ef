import {
  insecureFaults,
  type LinkInput,
  linkFaults,
  openLink,
  type PaymentLink,
  statusOf,
} from '#domain/transactions/link.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();
const input: LinkInput = { amount: 100, currency: 'EUR' };

afterEach(() => jest.restoreAllMocks());

test.each<[string, Partial<PaymentLink>, string]>([
  ['open', { expiresAt: iso(now + 1) }, 'open'],
  ['open without an end', {}, 'open'],
  ['expired from its end on', { expiresAt: iso(now) }, 'expired'],
  ['disabled, also after its end', { disabled: iso(now), expiresAt: iso(now - 1) }, 'disabled'],
  ['open as long as it has uses left', { paid: 1, uses: 2 }, 'open'],
  ['used, also when it is disabled', { paid: 1, disabled: iso(now) }, 'used'],
  ['used, also after its end', { paid: 2, expiresAt: iso(now - 1) }, 'used'],
])('a link is %s', (_, over, status) => {
  expect(statusOf({ paid: 0, uses: 1, ...over }, now)).toBe(status);
});

test('a new link can be paid once, and has the times and quantities that the request leaves out', () => {
  const of = { id: 'a'.repeat(24), merchantId: 'b'.repeat(24), test: true };
  const lines = [
    { text: 'Java', amount: 60 },
    { text: 'Milk', quantity: 3, amount: 40 },
  ];
  expect(openLink({ ...input, lines, expires: '2026-11-28T12:00:00Z' }, of)).toEqual({
    ...{ ...input, ...of, uses: 1, recurring: false, paid: 0, expiresAt: '2026-11-28T12:00:00.000Z' },
    lines: [{ text: 'Java', quantity: 1, amount: 60 }, lines[1]],
  });
  expect(openLink(input, of).expiresAt).toBeUndefined();
});

test.each<[object, string[]]>([
  [{ expires: '2026-11-27T12:00:00.001Z' }, []],
  [{ expires: '2026-11-27T12:00:00.000Z' }, ['expires']],
  [{ expires: '2030-02-30T00:00:00Z' }, ['expires']],
  [
    {
      lines: [
        { text: 'Java', amount: 101 },
        { text: 'Less', amount: -1 },
      ],
    },
    [],
  ],
  [{ lines: [{ text: 'Java', amount: 99 }] }, ['lines']],
  [{ currency: 'XXQ' }, ['currency']],
  [{ redirect: 'http://shop.example/', cancel: 'https://shop.example/' }, []],
  [{ redirect: 'javascript:alert(1)', cancel: 'ftp://shop.example/' }, ['redirect', 'cancel']],
])('linkFaults(%j) is about %j', (over, fields) => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
  expect(linkFaults({ ...input, ...over }).map(({ field }) => field)).toEqual(fields);
});

test('a live link sends its customers to https pages only', () => {
  const pages = { redirect: 'http://shop.example/', cancel: 'HTTP://shop.example/' };
  const fields = (given: object, test: boolean) => insecureFaults(given, test).map(({ field }) => field);
  expect(fields(pages, false)).toEqual(['redirect', 'cancel']);
  expect([fields(pages, true), fields({ redirect: 'https://shop.example/' }, false)]).toEqual([[], []]);
});
