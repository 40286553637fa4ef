import { readViolations } from '../../../../functions/core/domain/page-watch/violations.ts';

const report = (more: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://pay.example/?key=secret&text=ann@example.com',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://thief.example/x.js?card=4100000000000000',
    'script-sample': 'ann@example.com',
    ...more,
  },
});

test('a report becomes its directive and the blocked origin, without paths, queries and samples', () => {
  const found = readViolations(report());
  expect(found).toEqual([{ directive: 'script-src-elem', blocked: 'https://thief.example' }]);
  const body = { documentURL: 'https://pay.example/', effectiveDirective: 'img-src', blockedURL: 'inline' };
  expect(readViolations([{ type: 'csp-violation', body }])).toEqual([
    { directive: 'img-src', blocked: 'inline' },
  ]);
  expect(
    readViolations(report({ 'effective-directive': undefined, 'violated-directive': "img-src 'none'" })),
  ).toEqual([{ directive: 'img-src', blocked: 'https://thief.example' }]);
});

test.each([
  ['an extension', { 'blocked-uri': 'chrome-extension://abc/x.js' }],
  ['an extension of Firefox', { 'blocked-uri': 'moz-extension' }],
  ['an extension of Safari', { 'blocked-uri': 'safari-web-extension://abc' }],
  ['a script of an extension', { 'blocked-uri': 'inline', 'source-file': 'moz-extension://abc/x.js' }],
  ['a page of the browser', { 'blocked-uri': 'about' }],
  ['nothing', { 'blocked-uri': undefined }],
  ['a number', { 'blocked-uri': 7 }],
])('a report about %s is ignored', (_, more) => {
  expect(readViolations(report(more))).toEqual([]);
});

test.each([
  ['a line break', 'https://a.example\n{"level":"error"}'],
  ['an own name', 'ann@example.com 4100000000000000'],
  ['a password in the address', 'https://ann:secret@thief.example/'],
  ['a long host', `https://${'a'.repeat(101)}.example/`],
  ['letters beyond ASCII', 'https://thíef.example/'],
])('%s in the blocked address does not reach the log', (_, blocked) => {
  expect(readViolations(report({ 'blocked-uri': blocked }))).toEqual([
    { directive: 'script-src-elem', blocked: 'other' },
  ]);
});

test.each([
  ['an unknown directive', report({ 'effective-directive': 'x'.repeat(1000) }), ['other']],
  ['an address of data', report({ 'blocked-uri': 'data:text/html,ann@example.com' }), ['script-src-elem']],
  ['names of a prototype', { 'csp-report': { __proto__: null, constructor: { prototype: 1 } } }, []],
  ['no object', 'x', []],
  ['null', null, []],
  ['a list of nothing', [null, 1, 'x', [], {}], []],
])('%s is harmless', (_, json, directives) => {
  expect(readViolations(json).map(({ directive }) => directive)).toEqual(directives);
});

test('at most 20 reports of a request are read', () => {
  const body = report()['csp-report'];
  expect(readViolations(Array.from({ length: 10_000 }, () => ({ body })))).toHaveLength(20);
});
