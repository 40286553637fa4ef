import { isTarget } from '../../../functions/core/http-auth/target.ts';

const target = (path: string, query: Record<string, string[]> = {}) => ({
  origin: 'https://api.example.com',
  path,
  query,
});

test.each<[string, ReturnType<typeof target>]>([
  ['/api/helloWorld', target('/api/helloWorld')],
  ['/sandbox/api/helloWorld/7', target('/sandbox/api/helloWorld/7')],
  ['/api/helloWorld?', target('/api/helloWorld')],
  ['/api/helloWorld?a=1&b=%20%26', target('/api/helloWorld', { b: [' &'], a: ['1'] })],
  ['/api/helloWorld?a=2&b=x&a=1', target('/api/helloWorld', { a: ['2', '1'], b: ['x'] })],
  ['/api/helloWorld?a=x+y&b', target('/api/helloWorld', { a: ['x y'], b: [''] })],
  ['/api/helloWorld?q=a?b=c', target('/api/helloWorld', { q: ['a?b=c'] })],
  ['https://api.example.com/api/helloWorld', target('/api/helloWorld')],
])('the signed URI %s matches the request', (uri, asked) => {
  expect(isTarget(uri, asked)).toBe(true);
});

test.each<[string, ReturnType<typeof target>]>([
  ['/api/helloWorld/1', target('/api/helloWorld')],
  ['/api/helloWorld', target('/api/helloWorld/1')],
  ['/api/helloWorld', target('/sandbox/api/helloWorld')],
  ['/sandbox/api/helloWorld', target('/api/helloWorld')],
  ['/api/helloWorld/', target('/api/helloWorld')],
  ['/api/x/../helloWorld', target('/api/helloWorld')],
  ['//api/helloWorld', target('/api/helloWorld')],
  ['/API/helloWorld', target('/api/helloWorld')],
  ['/api/helloWorld?a=1', target('/api/helloWorld')],
  ['/api/helloWorld', target('/api/helloWorld', { a: ['1'] })],
  ['/api/helloWorld?a=1', target('/api/helloWorld', { a: ['1', '1'] })],
  ['/api/helloWorld?a=1&a=1', target('/api/helloWorld', { a: ['1'] })],
  ['/api/helloWorld?a=1', target('/api/helloWorld', { a: ['2'] })],
  ['/api/helloWorld?__proto__=1', target('/api/helloWorld')],
  ['http://api.example.com/api/helloWorld', target('/api/helloWorld')],
  ['https://evil.example.com/api/helloWorld', target('/api/helloWorld')],
  ['https://api.example.com.evil.com/api/helloWorld', target('/api/helloWorld')],
  ['*', target('/api/helloWorld')],
  ['', target('/api/helloWorld')],
])('the signed URI %s does not match the request', (uri, asked) => {
  expect(isTarget(uri, asked)).toBe(false);
});
