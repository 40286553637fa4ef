import { headersOf, literal, type SampleRequest, type Syntax } from './request.ts';

/** JSON's escapes are Ruby's, too. A `#` before `{`, `$` or `@` would insert a value. */
const quoted = (text: string): string => JSON.stringify(text).replace(/#(?=[{$@])/g, '\\#');

const syntax: Syntax = {
  step: '  ',
  words: { null: 'nil', true: 'true', false: 'false' },
  text: quoted,
  field: (name) => `${/^[a-z_]\w*$/.test(name) ? name : quoted(name)}: `,
  object: ['{', '}'],
  empty: '{}',
};

const credentials = {
  none: undefined,
  key: '"", ENV.fetch("FLORIN_KEY")',
  password: 'ENV.fetch("HELLO_USER"), ENV.fetch("HELLO_PASSWORD")',
};

export function ruby(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const login = credentials[authorization];
  return [
    ...(body === undefined ? [] : ['require "json"']),
    'require "net/http"',
    '',
    `uri = URI(${quoted(url)})`,
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`,
    ...(login ? [`request.basic_auth(${login})`] : []),
    ...headersOf(request).map(([name, value]) => `request[${quoted(name)}] = ${quoted(value)}`),
    ...(body === undefined ? [] : [`request.body = JSON.generate(${literal(body, syntax)})`]),
    'response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'puts response.code, response.body',
  ].join('\n');
}
