import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findDynoxide, startDynoxide } from '../../lib/local/dynamodb/dynoxide.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { optionalDependencies, dependencies, devDependencies } = read('package.json');
const locked = read('package-lock.json').packages;

const machines = [
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'linux', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
] as const;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'florin-engine-'));
  writeFileSync(join(root, 'package.json'), '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

/** A package with one program, as npm would put it there. */
function install(name: string, program: string, content = '', manifest: object = {}): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, ...manifest }));
  writeFileSync(join(folder, program), content);
  return join(folder, program);
}

describe.each(machines)('on $platform-$arch', ({ platform, arch }) => {
  const name = `@dynoxide/${platform}-${arch}`;

  test('npm installs the engine, in the version of all others', () => {
    expect(optionalDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
    expect(locked[''].optionalDependencies[name]).toBe(optionalDependencies[name]);
    expect(locked[`node_modules/${name}`]).toMatchObject({
      version: optionalDependencies[name],
      optional: true,
      os: [platform],
      cpu: [arch],
    });
  });

  test('Florin finds the engine that npm installed', () => {
    const program = install(name, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    expect(findDynoxide(root, { platform, arch })).toEqual([program]);
  });

  test('without an engine, the error says what to do', () => {
    install('@dynoxide/other-arch', 'dynoxide');
    expect(() => findDynoxide(root, { platform, arch })).toThrow(
      new RegExp(
        `${name} is not in node_modules. Run \`npm ci --include=optional\`.*DYNAMODB_ENDPOINT=http://localhost:8000 npm start`,
      ),
    );
  });
});

test('if npm has no engine for the platform, the error says so, and names an alternative', () => {
  expect(() => findDynoxide(root, { platform: 'freebsd', arch: 'x64' })).toThrow(
    /no Dynoxide on npm for freebsd-x64.*DYNAMODB_ENDPOINT/,
  );
});

test('the lock file contains the engine’s programs of all platforms', () => {
  const optional = Object.entries<{ os?: string[]; cpu?: string[] }>(locked).filter(
    ([, { os, cpu }]) => os && cpu,
  );
  const families = new Set(
    optional.map(([name]) =>
      name.replace(
        /[-/](?:android|aix|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|wasm)\b.*/,
        '',
      ),
    ),
  );
  for (const family of families) {
    const own = optional.filter(([name]) => name.startsWith(family)).map(([, { os, cpu }]) => `${os}-${cpu}`);
    expect([family, own]).toEqual([
      family,
      expect.arrayContaining(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']),
    ]);
  }
  expect(families.size).toBeGreaterThan(3);
  expect(
    Object.keys({ ...dependencies, ...devDependencies }).filter((name) => /linux|darwin|win32/.test(name)),
  ).toEqual([]);
});

/** A stand-in for the engine that answers as Dynoxide does, and prints its process id. */
const engine = `
  const [host, port] = ['--host', '-p'].map((name) => process.argv[process.argv.indexOf(name) + 1]);
  require('node:http').createServer((request, response) => {
    if (request.url === '/end') process.exit(7);
    response.setHeader('server', 'Dynoxide');
    response.end(String(process.pid));
  }).listen(port, host);
`;

const gone = async (address: string) => {
  while (await fetch(address).catch(() => undefined));
};

describe('the engine', () => {
  beforeEach(() => install('dynoxide', 'cli.cjs', engine, { bin: 'cli.cjs' }));

  test('the engine stops on request', async () => {
    const onExit = jest.fn();
    const { endpoint, stop } = await startDynoxide({ root, onExit });
    await stop();
    await expect(fetch(endpoint)).rejects.toThrow();
    expect(onExit).not.toHaveBeenCalled();
  });

  test('the engine reports when it ends by itself', async () => {
    const reason = await new Promise<string>((onExit) => {
      void startDynoxide({ root, onExit }).then(({ endpoint }) => fetch(`${endpoint}/end`).catch(() => {}));
    });
    expect(reason).toBe('exit 7');
  });

  test('the engine survives Ctrl-C, which is meant for Florin, and ends when Florin is killed', async () => {
    const script = `
      import { startDynoxide } from './lib/local/dynamodb/dynoxide.ts';
      process.on('SIGINT', () => console.log('interrupted'));
      console.log((await startDynoxide({ root: process.argv[1], onExit() {} })).endpoint);
    `;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script, root];
    const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const endpoint: string = (await lines.next()).value;

    process.kill(-(child.pid as number), 'SIGINT'); // to the whole foreground process group, as a terminal does
    expect((await lines.next()).value).toBe('interrupted');
    expect((await fetch(endpoint)).status).toBe(200);

    process.kill(child.pid as number, 'SIGKILL');
    await gone(endpoint);
  });
});
