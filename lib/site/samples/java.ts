import { headersOf, indent, type SampleRequest } from './request.ts';

const quoted = (text: string): string => JSON.stringify(text);

const credentials = {
  none: undefined,
  key: '":" + System.getenv("FLORIN_KEY")',
  password: 'System.getenv("HELLO_USER") + ":" + System.getenv("HELLO_PASSWORD")',
};

/** A block of text. Older compilers read a file in the charset of the machine, so other characters are escapes of JSON. */
function block(json: string): string {
  const ascii = json.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"""\n${ascii.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')}"""`;
}

export function java(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const login = credentials[authorization];
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${block(JSON.stringify(body, null, 2))})`;
  const calls = [
    ...(login ? ['.header("Authorization", "Basic " + login)'] : []),
    ...headersOf(request).map(([name, value]) => `.header(${quoted(name)}, ${quoted(value)})`),
    ...(method === 'GET' ? [] : [`.method("${method}", ${indent(publisher, '  ')})`]),
    '.build();',
  ];
  const lines = [
    ...(login ? [`var login = Base64.getEncoder().encodeToString((${login}).getBytes());`] : []),
    `var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))\n  ${calls.map((call) => indent(call, '  ')).join('\n  ')}`,
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  ];
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(login ? ['import java.util.Base64;'] : []),
    '',
    'public class Sample {',
    '  public static void main(String[] args) throws Exception {',
    ...lines.map((line) => `    ${indent(line, '    ')}`),
    '  }',
    '}',
  ].join('\n');
}
