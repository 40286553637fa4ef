import { headersOf, indent, literal, type SampleRequest, type Syntax } from './request.ts';

/** JSON's escapes are Python's, too. */
const quoted = (text: string): string => JSON.stringify(text);

const syntax: Syntax = {
  step: '    ',
  words: { null: 'None', true: 'True', false: 'False' },
  text: quoted,
  field: (name) => `${quoted(name)}: `,
  object: ['{', '}'],
  empty: '{}',
};

const credentials = {
  none: undefined,
  key: 'f":{os.environ[\'FLORIN_KEY\']}"',
  password: "f\"{os.environ['HELLO_USER']}:{os.environ['HELLO_PASSWORD']}\"",
};

const answers = {
  json: 'print(response.status, json.load(response))',
  text: 'print(response.status, response.read())',
  none: 'print(response.status)',
};

export function python(request: SampleRequest): string {
  const { method, url, authorization, body, answer } = request;
  const login = credentials[authorization];
  const modules = [
    ...(login ? ['base64'] : []),
    ...(body !== undefined || answer === 'json' ? ['json'] : []),
    ...(login ? ['os'] : []),
    'urllib.request',
  ];
  const headers = [
    ...(login ? ['"Authorization": f"Basic {login}"'] : []),
    ...headersOf(request).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const options = [
    quoted(url),
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map((header) => `    ${header},\n`).join('')}}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${literal(body, syntax)}).encode()`]),
  ];
  return [
    `import ${modules.join(', ')}\n`,
    ...(login ? [`login = base64.b64encode(${login}.encode()).decode()`] : []),
    `request = urllib.request.Request(\n${options.map((option) => `    ${indent(option, '    ')},\n`).join('')})`,
    `with urllib.request.urlopen(request) as response:\n    ${answers[answer]}`,
  ].join('\n');
}
