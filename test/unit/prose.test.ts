import { commentsOf, faultsIn, hashCommentsOf, paragraphsOf, subjectFaults } from '../prose/rules.ts';
import { jsonTextsOf, textsOf, titlesOf } from '../prose/strings.ts';

test.each([
  'Who reads the balance of a busy merchant while it is paid out has all of the payout.',
  "What is no answer of Stripe's says nothing of the money: a 504, and found out.",
  'Of a capture: it was opened with the payment, which is declined where it is.',
  'Of the endpoint that receives it.',
  'Whoever scans it needs no `redirect`, and there is none.',
  'Whose keys never meet.',
  'Which part of a list is asked for.',
  'Where the bank returns to.',
  'Where servers may be: in public, or here too.',
  'How a case ends: by a note, or by a line.',
  'All that is beside an element, and beside what it is in.',
  'That the table exists is checked.',
  'The stream is read again. What was lost comes twice.',
])('a sentence without a named subject is reported: %s', (prose) => {
  expect(faultsIn(prose)).toHaveLength(1);
});

test.each([
  'The delivery begins anew.',
  'The amount is set aside.',
  'The acquirer gives back the money.',
  'Florin was told of the dispute.',
  'The worker asks what became of the payment.',
  'A function of ours posts to it.',
  'SES refuses the mail for good.',
  'A missing item is no error.',
  'There is no such thing.',
])('a sentence with an idiom is reported: %s', (prose) => {
  expect(faultsIn(prose)).toHaveLength(1);
});

test.each([
  'There is no route for it.',
  'The token is no longer valid.',
  'Bundles are no larger than before.',
  'The word `anew` is forbidden.',
  'Whether the merchant takes real money.',
  'How many attempts were made.',
  'When the capture fails, the worker retries it.',
  'Where AWS says nothing, the model refuses the request.',
  'Whatever the cause, Florin answers 503.',
  'What became of the payment?',
  'Of course nobody waits.',
  'Of two copies, the first wins.',
  'All merchants of an app.',
  'That limit holds for each app.',
  'Florin says what it refuses, and who may ask.',
  'Use the id, e.g. `What`. Florin keeps it.',
  'The address of a merchant. Absent until the merchant sets one.',
])('a plain sentence is accepted: %s', (prose) => {
  expect(faultsIn(prose)).toEqual([]);
});

test.each([
  'The page says at once that the link has expired.',
  'The write fails, as the item has changed.',
  'Florin asks again, as it may be late.',
  'A wrong key is a 401.',
  'A mailbox gets three a day.',
  'Browsers call the customer’s side.',
  'The operator vouches for the app.',
  'The tests use a stand-in.',
  'The acquirer’s books show the payment.',
])('a page or message with such a habit is reported, and a comment with it is not: %s', (prose) => {
  expect([faultsIn(prose, 'text'), faultsIn(prose)]).toEqual([[expect.any(String)], []]);
});

test.each([
  'Send the key as the password of the request.',
  'Colours follow the theme, as the page does.',
  'It costs USD 25 a month.',
  'A wrong key returns 401.',
  'Tests use a [test double](acme/stand-in.ts).',
])('a plain page or message is accepted: %s', (prose) => {
  expect(faultsIn(prose, 'text')).toEqual([]);
});

test('a title without a subject or that goes on from the one above is reported, and a label that is part of a sentence is not', () => {
  expect(faultsIn('that is lost has no fee', 'title')).toEqual([expect.stringContaining('name who acts')]);
  expect(faultsIn('a dispute that is lost has no fee', 'title')).toEqual([]);
  expect(faultsIn('refuses a wrong key', 'title')).toEqual([expect.stringContaining('name who acts')]);
  expect(faultsIn('names are sorted', 'title')).toEqual([]);
  expect(faultsIn('What you sent', 'label')).toEqual([]);
  expect(faultsIn('What you sent, and when.', 'label')).toHaveLength(1);
});

test('titles and messages are read from code, and texts from JSON', () => {
  const source = [
    "test('a capture', () => {});",
    "test.each(['a row', /['`]/])(",
    "  'a %s', // 'no title'",
    ');',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source has a template.
    'throw new Error(`Expected a number, got ${more(`a ${value}`)}, ` +',
    "  'which is too large');",
  ].join('\n');
  const brief = (pieces: { line: number; text: string }[]) => pieces.map(({ line, text }) => [line, text]);
  expect(brief(titlesOf(source))).toEqual([
    [1, 'a capture'],
    [3, 'a %s'],
  ]);
  expect(brief(textsOf(source))).toEqual([[5, 'Expected a number, got …, which is too large']]);
  expect(brief(jsonTextsOf('{\n  "a": {\n    "b": "Pay \\"it\\""\n  }\n}'))).toEqual([[3, 'Pay "it"']]);
});

test('comments are read from code, but not from strings', () => {
  const source = [
    '/**',
    ' * The first sentence',
    ' * goes on.',
    ' *',
    ' * @param what Who asks.',
    ' */',
    "const url = 'https://example.com'; // The address.",
    "const text = 'a // What is this';",
    '  // One line,',
    '  // and the next.',
    '/* All on one line. */',
  ].join('\n');
  expect(commentsOf(source).map(({ line, text }) => [line, text.trim()])).toEqual([
    [2, 'The first sentence goes on.'],
    [5, 'Who asks.'],
    [7, 'The address.'],
    [9, 'One line, and the next.'],
    [11, 'All on one line.'],
  ]);
});

test('pages are split into paragraphs and list items, and scripts into comments', () => {
  const page =
    '# What is new\n\nA line\ngoes on.\n\n| Who | x |\n\n- One item\n  goes on.\n- Another.\n\n```sh\nWhat\n```\n';
  expect(paragraphsOf(page).map(({ text }) => text)).toEqual([
    'A line goes on.',
    'One item goes on.',
    'Another.',
  ]);
  expect(
    hashCommentsOf('#!/usr/bin/env node\n# One\n# comment.\nrun # no\n').map(({ text }) => text),
  ).toEqual(['One comment.']);
});

test('a commit subject of more than 72 characters, or without a named subject, is reported', () => {
  expect(subjectFaults('Release the hold when the acquirer rejects a capture')).toEqual([]);
  expect(subjectFaults(`Add ${'a'.repeat(68)}`)).toEqual([]);
  expect(subjectFaults(`Add ${'a'.repeat(69)}`)).toEqual([expect.stringContaining('73 characters')]);
  expect(subjectFaults('What stands before the engine is served by one piece')).toHaveLength(1);
});
