import { makeIndex } from '../../../lib/site/search/make-index.ts';
import { type Index, search } from '../../../lib/site/search/search.ts';
import { stem } from '../../../lib/site/search/words.ts';
import { pageGroups } from '../../../lib/site/site.ts';
import { questions } from './questions.ts';

const index: Index = JSON.parse(JSON.stringify(makeIndex(pageGroups())));

test.each(questions)('“%s” finds %s first', (question, page) => {
  expect(search(index, question).map(({ name }) => name)[0]).toBe(page);
});

test('each question is asked once', () => {
  expect(new Set(questions.map(([question]) => question)).size).toBe(questions.length);
});

test.each(['refu', 'REFUND', 'refunds ', 'refund!'])(
  '“%s” finds the page of refunds, also unfinished and with other signs',
  (question) => {
    expect(search(index, question, 3).map(({ name }) => name)).toContain('post-transactions-id-refunds');
  },
);

test.each(['', '   ', '?!', 'the', 'qqqxyz', '__proto__', 'constructor', 'toString', '<script>'])(
  'each result of a search for “%s” is an existing page',
  (question) => {
    expect(search(index, question).filter(({ name }) => !name)).toEqual([]);
  },
);

test('a page that lacks a word of the question comes after one with all words', () => {
  const [first] = search(index, 'refund currency');
  expect(first?.name).toBeDefined();
  expect(search(index, 'refund qqqxyz')[0]?.name).toBe('post-transactions-id-refunds');
});

test.each([
  ['capture', 'captured'],
  ['refunds', 'refund'],
  ['retries', 'retry'],
  ['expires', 'expired'],
  ['authorizations', 'authorization'],
])('%s and %s are one word', (a, b) => {
  expect(stem(a)).toBe(stem(b));
});
