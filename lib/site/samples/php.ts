import { headersOf, indent, literal, type SampleRequest, type Syntax } from './request.ts';

/**
 * Quotes a text for PHP. Single quotes know only two escapes. A line break needs double quotes, in which `$` begins
 * the name of a variable.
 */
const quoted = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? JSON.stringify(text)
        .replaceAll('$', '\\$')
        .replace(/\\(\\|b|u([0-9a-f]{4}))/g, (whole, kind: string, hex?: string) =>
          hex ? `\\u{${hex}}` : kind === 'b' ? '\\u{8}' : whole,
        )
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const syntax: Syntax = {
  step: '    ',
  words: { null: 'null', true: 'true', false: 'false' },
  text: quoted,
  field: (name) => `${quoted(name)} => `,
  object: ['[', ']'],
  // An empty array would be printed as an empty list in JSON.
  empty: 'new stdClass()',
};

const credentials = {
  none: undefined,
  key: "':' . getenv('FLORIN_KEY')",
  password: "getenv('HELLO_USER') . ':' . getenv('HELLO_PASSWORD')",
};

export function php(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const login = credentials[authorization];
  const headers = [
    ...(login ? [`'Authorization: Basic ' . base64_encode(${login})`] : []),
    ...headersOf(request).map(([name, value]) => quoted(`${name}: ${value}`)),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`'method' => '${method}',`]),
    ...(headers.length === 0
      ? []
      : [`'header' => [\n${headers.map((header) => `    ${header},\n`).join('')}],`]),
    ...(body === undefined ? [] : [`'content' => json_encode(${literal(body, syntax)}),`]),
    // Without this option PHP hides the body of an error.
    "'ignore_errors' => true,",
  ];
  const given = options.map((option) => `    ${indent(option, '    ')}\n`).join('');
  return [
    '<?php',
    `$context = stream_context_create(['http' => [\n${given}]]);`,
    `echo file_get_contents(${quoted(url)}, false, $context);`,
  ].join('\n');
}
