import { headersOf, type SampleRequest } from './request.ts';

const quoted = (text: string): string => JSON.stringify(text);
const raw = (text: string): string => (text.includes('`') ? quoted(text) : `\`${text}\``);

const credentials = {
  none: undefined,
  key: '"", os.Getenv("FLORIN_KEY")',
  password: 'os.Getenv("HELLO_USER"), os.Getenv("HELLO_PASSWORD")',
};

export function go(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const login = credentials[authorization];
  const packages = [
    'fmt',
    'io',
    'net/http',
    ...(login ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const text = body === undefined ? 'nil' : `strings.NewReader(${raw(JSON.stringify(body, null, 2))})`;
  const lines = [
    `request, err := http.NewRequest("${method}", ${quoted(url)}, ${text})`,
    'if err != nil {\n\t\tpanic(err)\n\t}',
    ...(login ? [`request.SetBasicAuth(${login})`] : []),
    ...headersOf(request).map(([name, value]) => `request.Header.Set(${quoted(name)}, ${quoted(value)})`),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\t\tpanic(err)\n\t}',
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    'fmt.Println(response.Status, string(answer), err)',
  ];
  return [
    'package main\n',
    `import (\n${packages.map((name) => `\t"${name}"\n`).join('')})\n`,
    `func main() {\n${lines.map((line) => `\t${line}\n`).join('')}}`,
  ].join('\n');
}
