import { headersOf, indent, literal, type SampleRequest, type Syntax } from './request.ts';

const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const syntax: Syntax = {
  step: '  ',
  words: { null: 'null', true: 'true', false: 'false' },
  text: quoted,
  field: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: `,
  object: ['{', '}'],
  empty: '{}',
};

const credentials = {
  none: undefined,
  key: "':' + process.env.FLORIN_KEY",
  password: "process.env.HELLO_USER + ':' + process.env.HELLO_PASSWORD",
};

const answers = {
  json: 'console.log(response.status, await response.json());',
  text: 'console.log(response.status, await response.text());',
  none: 'console.log(response.status);',
};

export function node(request: SampleRequest): string {
  const { method, url, authorization, body, answer } = request;
  const login = credentials[authorization];
  const headers = [
    ...(login ? [`Authorization: 'Basic ' + btoa(${login})`] : []),
    ...headersOf(request).map(([name, value]) => `${syntax.field(name)}${quoted(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: {\n${headers.map((header) => `  ${header},\n`).join('')}},`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, syntax)}),`]),
  ];
  const given = options.map((option) => `  ${indent(option, '  ')}\n`).join('');
  return `const response = await fetch(${quoted(url)}${given && `, {\n${given}}`});\n${answers[answer]}`;
}
