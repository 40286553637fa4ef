import { compileFilters } from '../../../functions/core/basics/event-filter.ts';

const record = (sk: string, attributes: object = {}, eventName = 'INSERT') => ({
  eventName,
  dynamodb: { NewImage: { sk: { S: sk }, ...attributes } },
});
const matches = (pattern: object, value: unknown) => compileFilters([JSON.stringify(pattern)])(value);
const ofImage = (NewImage: object) => ({ eventName: ['INSERT'], dynamodb: { NewImage } });

test('a pattern matches if every field of it matches by any of its values', () => {
  const capture = ofImage({ sk: { S: ['line'] }, kind: { S: ['capture', 'x'] }, test: { BOOL: [true] } });
  const line = { kind: { S: 'capture' }, test: { BOOL: true } };
  expect(matches(capture, record('line', line))).toBe(true);
  expect(matches(capture, record('line', line, 'MODIFY'))).toBe(false);
  expect(matches(capture, record('line', { ...line, test: { BOOL: false } }))).toBe(false);
  expect(matches(capture, record('line', { ...line, kind: { S: 'refund' } }))).toBe(false);
  expect(matches(capture, record('line', { kind: { S: 'capture' } }))).toBe(false);
  expect(matches(capture, record('lines', line))).toBe(false);
  // A removed item has no new image.
  expect(matches(capture, { eventName: 'INSERT', dynamodb: {} })).toBe(false);
});

test.each([
  [{ prefix: 'user#' }, ['user#1'], ['app#1', 'auser#', undefined, 1]],
  [{ suffix: '#1' }, ['user#1'], ['user#2', undefined]],
  [{ exists: true }, ['', 'a', null], [undefined]],
  [{ exists: false }, [undefined], ['', null]],
  [{ 'anything-but': 'a' }, ['b', 1], ['a', undefined]],
  [{ 'anything-but': ['a', 'b'] }, ['c'], ['a', 'b', undefined]],
  [null, [null], [undefined, 'null']],
  ['1', ['1'], [1]],
])('the rule %j matches the right values', (rule, good, bad) => {
  for (const value of good) expect([value, matches({ a: [rule] }, { a: value })]).toEqual([value, true]);
  for (const value of bad) expect([value, matches({ a: [rule] }, { a: value })]).toEqual([value, false]);
});

test('several patterns match if any one matches, and an empty list matches everything', () => {
  const either = compileFilters(['{"a":["1"]}', '{"b":["2"]}']);
  expect([{ a: '1' }, { b: '2' }, { a: '2' }].map(either)).toEqual([true, true, false]);
  expect(compileFilters([])({})).toBe(true);
});

test.each([{ a: [{ numeric: ['>', 1] }] }, { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'bare' }])(
  'an unsupported pattern is an error: %j',
  (pattern) => {
    expect(() => compileFilters([JSON.stringify(pattern)])).toThrow('Not supported in a filter');
  },
);
