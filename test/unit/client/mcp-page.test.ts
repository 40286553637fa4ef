import { fitting, mostCharacters, pageOf } from '../../../packages/cli/src/mcp/page.ts';
import { cleanData, cleanText } from '../../../packages/cli/src/mcp/untrusted.ts';

const all = Array.from({ length: 40 }, (_, at) => ({ id: String(99 - at), text: 'x'.repeat(2000) }));

/** A list as the client has it, newest first. */
const list = ({ before = '100' }: { before?: string }) =>
  ({
    toArray: async ({ limit }: { limit: number }) =>
      all.filter(({ id }) => id < before || before === '100').slice(0, limit),
  }) as never;

test('a page of a list for an agent ends before it is too large, and its cursor leads to every item once', async () => {
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await pageOf<(typeof all)[number]>(list, { limit: 20, cursor }, (one) => one);
    expect(JSON.stringify(items).length).toBeLessThan(mostCharacters);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor);
  expect(found).toEqual(all);
  expect(fitting([{ text: 'x'.repeat(50_000) }])).toHaveLength(1);
});

test.each([
  ['invisible characters', 'a\u0000b\u200bc\u{e0041}d\u202ee', 'abcde'],
  ['escape sequences', '\u001b[31mred\u001b]0;title\u0007', 'red'],
  ['lines', 'two\n\nlines\u2028more', 'two lines more'],
  ['a card number', 'pay 4111-1111 1111.1111 now', 'pay [long number] now'],
  ['an address', 'Jane <jane.doe@example.com>', 'Jane <j…@example.com>'],
  ['a link of Markdown', '[click](javascript:alert(1))', '[click] (javascript:alert(1))'],
  ['an order', 'order-1001, EUR 10.99', 'order-1001, EUR 10.99'],
  ['a long text', 'é'.repeat(400), `${'é'.repeat(300)}…`],
])('a text of others is shown without characters that deceive, and without secrets: %s', (_, text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

test('names in data of a shop are masked, at every depth', () => {
  const data = { customer: { first: 'Jane', tags: ['Doe'] }, size: 'L', phone: '555' };
  expect(cleanData(data)).toBe('{"customer":{"first":"J...","tags":["D..."]},"size":"L","phone":"5..."}');
});
