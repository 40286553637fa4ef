import { send } from '../support/http.ts';

const url = `${process.env.FLORIN_POS_URL}/csp-reports`;
const report = {
  'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://thief.example/' },
};

const post = (body: string, type?: string) =>
  send(url, 'POST', { body, headers: type === undefined ? {} : { 'content-type': type } });

test.each(['application/csp-report', 'application/reports+json', 'Application/CSP-Report; charset=utf-8'])(
  'a report of the type %s is received, and the answer says nothing',
  async (type) => {
    const { status, text } = await post(JSON.stringify(report), type);
    expect([status, text]).toEqual([204, '']);
  },
);

test.each([
  ['another type', JSON.stringify(report), 'application/json', 415],
  ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
  ['text', 'x', 'text/plain', 415],
  ['no JSON', '{"csp-report"', 'application/csp-report', 400],
  ['an empty body', '', 'application/csp-report', 400],
  [
    'a body of more than 16 KB',
    JSON.stringify({ ...report, more: 'x'.repeat(16_384) }),
    'application/csp-report',
    413,
  ],
  ['levels without end', '['.repeat(8000), 'application/csp-report', 400],
])('a report with %s gets %4$d', async (_, body, type, status) => {
  expect((await post(body, type)).status).toBe(status);
});
