import { html } from '../../../functions/core/http/html-answer.ts';

const policyOf = (ancestors: string) =>
  html(200, { title: '', body: '', allow: { 'frame-ancestors': ancestors } }).headers?.[
    'Content-Security-Policy'
  ];

test.each(['*', "'none'", "'self' https://pos.example:3001", 'https://shop.example', 'data:'])(
  '%s can stand in a content security policy',
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
])('%j cannot: there is no page with such a policy', (sources) => expect(() => policyOf(sources)).toThrow());
