import { preferredType } from '../../../functions/core/http/request/accept.ts';

const [json, xml, text] = ['application/json', 'application/xml', 'text/xml'] as const;

test.each<[string | undefined, string | undefined]>([
  [undefined, json],
  ['', json],
  ['*/*', json],
  ['application/*', json],
  ['text/*', text],
  [json, json],
  [xml, xml],
  [text, text],
  ['APPLICATION/XML', xml],
  ['application/json; charset=utf-8', json],
  ['application/xml;charset="utf-8, or so";q=0.9', xml],
  // Weights.
  ['application/json;q=0.5, application/xml', xml],
  ['application/json;q=0.5, application/xml;q=0.4', json],
  ['application/json; q=0.1 , text/xml ; Q=0.200', text],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', xml],
  // The most precise range sets the weight of a type.
  ['*/*, application/json;q=0.1', xml],
  ['application/*;q=0.2, */*;q=0.5', text],
  ['application/json;q=0, */*', xml],
  ['*/*;q=0.1, application/*;q=0.9, application/json;q=0.5', xml],
  ['application/json;q=0.1, application/json', json],
  // Types of equal weight.
  ['application/xml, application/json', xml],
  ['*/*, application/xml', xml],
  ['text/html, text/xml, application/xml', text],
  // The header of Java's built-in client.
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', json],
  // Media types that the API does not offer.
  ['text/html', undefined],
  ['application/vnd.api+json', undefined],
  ['image/*', undefined],
  ['application/json;q=0', undefined],
  ['*/*;q=0', undefined],
  ['application/xml, */*;q=0', xml],
  ['application/*;q=0, text/xml;q=0', undefined],
  // Malformed ranges are ignored.
  ['json', undefined],
  ['*/json', undefined],
  ['application/json;q=2', undefined],
  ['application/json;q=-1, application/xml;q=x, text/xml;q=0.001', text],
  [',,;, application/xml ,', xml],
  [`${'a/b;x="'.repeat(10_000)}`, undefined],
])('Accept: %s gets %s', (accept, expected) => {
  expect(preferredType(accept)).toBe(expected);
});
