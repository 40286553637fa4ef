import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, sampleOf } from '../../lib/site/pages/reference.ts';
import type { SampleRequest } from '../../lib/site/samples/request.ts';
import { programs } from '../../lib/site/samples/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles C# by Mono, which Debian has, and runs the result. The file is the shell's `$0`. */
const compileAndRun = 'mcs -r:System.Net.Http.dll -out:"$0.exe" "$0" && mono "$0.exe"';

/** The command that runs a program of each language, and a command that shows that the language is installed. */
const runners = {
  sh: { file: 'sample.sh', run: ['sh', '-eu'], probe: ['curl', '--version'] },
  js: { file: 'sample.mjs', run: ['node'], probe: ['node', '--version'] },
  python: { file: 'sample.py', run: ['python3'], probe: ['python3', '--version'] },
  php: { file: 'sample.php', run: ['php'], probe: ['php', '--version'] },
  go: { file: 'sample.go', run: ['go', 'run'], probe: ['go', 'version'] },
  java: { file: 'Sample.java', run: ['java'], probe: ['javac', '--version'] },
  ruby: { file: 'sample.rb', run: ['ruby'], probe: ['ruby', '--version'] },
  csharp: { file: 'Sample.cs', run: ['sh', '-euc', compileAndRun], probe: ['mcs', '--version'] },
} as const;

const isInstalled = ([command, ...args]: readonly string[]): boolean =>
  spawnSync(command ?? '', args).status === 0;

interface Received {
  method?: string;
  url?: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Runs a program against a server, and returns the request that the server received. */
async function requestOf(
  language: keyof typeof runners,
  program: (url: string) => string,
): Promise<Received> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.setHeader('Content-Type', 'application/json').end('{"an": "answer"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { file, run } = runners[language];
  writeFileSync(join(folder, file), program(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const [command = '', ...args] = run;
  const env = { ...process.env, FLORIN_KEY: 'a-key', HELLO_USER: 'ann', HELLO_PASSWORD: 'p:w' };
  const child = spawn(command, [...args, join(folder, file)], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part;
    });
  const status = await new Promise((resolve) => child.on('close', resolve));
  server.close();
  expect([output, status]).toEqual([expect.stringContaining('answer'), 0]);
  expect(requests).toHaveLength(1);
  return requests[0] as Received;
}

/** Texts that each language would read as something else, if they were not quoted. */
const body = {
  quotes: `'"\`\\ \\n \${x} $x #{x} {x} %s <?php ?> // # /* */`,
  'a name': 'line\nbreak\ttab $x \u0001 \b \\b "',
  unicode: 'Zoë 💳 €',
  numbers: [0, -1, 1.5, 10 ** 12],
  words: [true, false, null],
  nothing: {},
  none: [],
  deep: { er: { est: ['x'] } },
};

const post: SampleRequest = {
  method: 'POST',
  url: '/path?a=1&b=%5B',
  authorization: 'key',
  headers: { 'Idempotency-Key': "it's-1001" },
  body,
  answer: 'json',
};

// The first program in Go compiles the language's library, which takes minutes on a busy machine.
describe.each(Object.keys(runners) as (keyof typeof runners)[])('in %s', (language) => {
  // A missing language is a failure in CI. Elsewhere its tests are skipped.
  const testIf = isInstalled(runners[language].probe) || process.env.CI ? test : test.skip;
  const sent = (request: SampleRequest) =>
    requestOf(language, (origin) => programs[language]({ ...request, url: origin + request.url }));

  testIf(
    'a request arrives with its method, address, headers, key and body, whatever the body contains',
    async () => {
      const { method, url, headers, body: text } = await sent(post);
      expect([method, url]).toEqual(['POST', '/path?a=1&b=%5B']);
      expect(headers).toMatchObject({
        authorization: `Basic ${Buffer.from(':a-key').toString('base64')}`,
        'content-type': expect.stringMatching(/^application\/json(; charset=utf-8)?$/),
        'idempotency-key': "it's-1001",
      });
      expect(JSON.parse(text)).toEqual(body);
    },
  );

  testIf('a request without a body arrives, with the user name and the password', async () => {
    const {
      method,
      headers,
      body: text,
    } = await sent({
      method: 'GET',
      url: '/',
      authorization: 'password',
      headers: {},
      answer: 'json',
    });
    expect([method, text, headers.authorization]).toEqual([
      'GET',
      '',
      `Basic ${Buffer.from('ann:p:w').toString('base64')}`,
    ]);
  });

  testIf('a DELETE without credentials arrives', async () => {
    const { method, headers } = await sent({
      method: 'DELETE',
      url: '/',
      authorization: 'none',
      headers: {},
      answer: 'text',
    });
    expect([method, headers.authorization]).toEqual(['DELETE', undefined]);
  });
});

/** Makes one program of the samples of all operations, as compilers start slowly. Each sample gets a name of its own. */
const sources: Readonly<Record<string, (texts: string[]) => [file: string, text: string][]>> = {
  sh: (texts) => texts.map((text, n) => [`${n}.sh`, text]),
  js: (texts) => texts.map((text, n) => [`${n}.mjs`, text]),
  python: (texts) => texts.map((text, n) => [`m${n}.py`, text]),
  php: (texts) => texts.map((text, n) => [`${n}.php`, text]),
  go: (texts) => texts.map((text, n) => [`m${n}.go`, text.replace('func main()', `func main${n}()`)]),
  java: (texts) =>
    texts.map((text, n) => [`Sample${n}.java`, text.replace('class Sample', `class Sample${n}`)]),
  ruby: (texts) => texts.map((text, n) => [`${n}.rb`, text]),
  csharp: (texts) =>
    texts.map((text, n) => [`Sample${n}.cs`, text.replace('class Sample', `class Sample${n}`)]),
};

const each = (command: string) => `for file in *; do ${command} "$file"; done`;

/** The commands that compile all files of the current folder, or check their syntax. */
const compilers: Readonly<Record<string, string>> = {
  sh: each('sh -n'),
  js: `node -e 'const fs = require("fs"); for (const file of fs.readdirSync(".")) new (async () => {}).constructor(fs.readFileSync(file, "utf8"))'`,
  python: 'python3 -m compileall -q .',
  php: each('php -l'),
  go: 'printf "\\nfunc main() {}" >> m0.go && go vet *.go',
  java: 'javac -d out *.java',
  ruby: each('ruby -c'),
  csharp: 'mcs -target:library -r:System.Net.Http.dll -out:all.dll *.cs',
};

test.each(Object.keys(runners) as (keyof typeof runners)[])(
  'the sample of every operation compiles in %s',
  (language) => {
    if (!isInstalled(runners[language].probe) && !process.env.CI) return;
    const texts = operations.map((it) => programs[language](sampleOf(it)));
    const place = mkdtempSync(join(folder, `${language}-`));
    for (const [file, text] of sources[language]?.(texts) ?? []) writeFileSync(join(place, file), text);
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', compilers[language] ?? ''], {
      cwd: place,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout + stderr);
    expect(texts.length).toBeGreaterThan(60);
  },
);
