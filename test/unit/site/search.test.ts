import { makeIndex } from '../../../lib/site/search/make-index.ts';
import { passage } from '../../../lib/site/search/passage.ts';
import { type Index, search } from '../../../lib/site/search/search.ts';
import { stem } from '../../../lib/site/search/words.ts';
import { pageGroups, site } from '../../../lib/site/site.ts';
import { questions as ofDevelopers, questionsByRole } from './questions.ts';

const questions = [...ofDevelopers, ...Object.values(questionsByRole).flat()];

const index: Index = JSON.parse(JSON.stringify(makeIndex(pageGroups())));

test.each(questions)('“%s” finds %s first', (question, page) => {
  expect(search(index, question).map(({ name }) => name)[0]).toBe(page);
});

const files = site();

test.each([
  ['retry schedule', 'webhooks', 'the-retry-schedule', 'tries again after 5 and 30 seconds'],
  ['failed deliveries', 'webhooks', 'failed-deliveries', '1,000 deliveries'],
  ['second payment', 'inline-fields', 'a-second-payment-for-an-order', 'Idempotency-Key'],
  ['sepa debit', 'not-included', 'means-of-payment-and-card-readers', 'another provider'],
  ['console roles', 'console', 'roles', 'Each role sees'],
  ['cancel or refund', 'refunds', 'refund-or-void', 'voids'],
  ['japanese ye', 'amounts', '', 'Japanese yen'],
])('“%s” finds in %s the heading %s and a sentence with “%s”', (question, page, id, part) => {
  expect(passage(files.get(`${page}.md`) ?? '', question)).toMatchObject({
    id,
    sentence: expect.stringContaining(part),
  });
});

test('a page whose title answers the question, or that lacks its words, keeps its description', () => {
  expect(passage(files.get('error-7.md') ?? '', 'insufficient funds')).toBeUndefined();
  expect(passage(files.get('webhooks.md') ?? '', 'qqqxyz')).toBeUndefined();
});

test.each(questions)('the heading that answers “%s” in %s is on the page', (question, page) => {
  const id = passage(files.get(`${page}.md`) ?? '', question)?.id || 'content';
  expect(files.get(`${page}.html`)).toContain(` id="${id}"`);
});

test('each role and the methods have twenty questions', () => {
  expect(Object.values(questionsByRole).map(({ length }) => length)).toEqual([20, 20, 20, 20, 20]);
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
