import { headersOf, indent, type SampleRequest } from './request.ts';

const quoted = (text: string): string => JSON.stringify(text);
/** Text that may have several lines, in which only the quotation mark is special. */
const verbatim = (text: string): string => `@"${text.replaceAll('"', '""')}"`;

const credentials = {
  none: undefined,
  key: '":" + Environment.GetEnvironmentVariable("FLORIN_KEY")',
  password:
    'Environment.GetEnvironmentVariable("HELLO_USER") + ":" + Environment.GetEnvironmentVariable("HELLO_PASSWORD")',
};

export function csharp(request: SampleRequest): string {
  const { method, url, authorization, headers, body } = request;
  const login = credentials[authorization];
  const [type] = headersOf({ ...request, headers: {} });
  const lines = [
    `var request = new HttpRequestMessage(new HttpMethod("${method}"), ${quoted(url)});`,
    ...(login
      ? [
          `var login = Convert.ToBase64String(Encoding.UTF8.GetBytes(\n    ${login}));`,
          'request.Headers.Add("Authorization", "Basic " + login);',
        ]
      : []),
    ...Object.entries(headers).map(
      ([name, value]) => `request.Headers.Add(${quoted(name)}, ${quoted(value)});`,
    ),
    ...(body === undefined
      ? []
      : [
          `var body = ${verbatim(JSON.stringify(body, null, 2))};`,
          `request.Content = new StringContent(body, Encoding.UTF8, "${type?.[1]}");`,
        ]),
    'var response = new HttpClient().SendAsync(request).Result;',
    'Console.WriteLine((int)response.StatusCode + " " + response.Content.ReadAsStringAsync().Result);',
  ];
  return [
    'using System;',
    'using System.Net.Http;',
    ...(login || body !== undefined ? ['using System.Text;'] : []),
    '',
    'class Sample',
    '{',
    '    static void Main()',
    '    {',
    ...lines.map((line) => `        ${line.startsWith('var body') ? line : indent(line, '        ')}`),
    '    }',
    '}',
  ].join('\n');
}
