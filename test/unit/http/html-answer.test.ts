import { html } from '../../../functions/core/http/answer/html-answer.ts';

const policyOf = (ancestors: string) =>
  html(200, { title: '', body: '', allow: { 'frame-ancestors': ancestors } }).headers?.[
    'Content-Security-Policy'
  ];

test.each(['*', "'none'", "'self' https://pos.example:3001", 'https://shop.example', 'data:'])(
  '%s is accepted as a source in a content security policy',
  (sources) => expect(policyOf(sources)).toContain(`; frame-ancestors ${sources}`),
);

test.each([
  'https://evil.test;.shop.example',
  'https://shop.example; script-src *',
  'https://shop.example, default-src *',
  'https://shop.example\r\nSet-Cookie: a=b',
  'https://shop.example\tx',
  'https://ex\u00e4mple',
  '',
])('a page whose content security policy has the source %j is an error', (sources) =>
  expect(() => policyOf(sources)).toThrow(),
);
