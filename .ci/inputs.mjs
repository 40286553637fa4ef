/**
 * Prints `STEP HASH` for each heavy step of .ci/run: a hash of all files that the step depends on. These are the files
 * of the step's folders, all modules that they import, and what each step depends on. .ci/run skips a step if .ci/passed
 * has the same line. Prints no line for a step whose imports it cannot follow, so that the step runs.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `package.json` has the version: every step runs for a release. */
const always = [
  '.ci/run',
  '.ci/inputs.mjs',
  '.nvmrc',
  'package.json',
  'package-lock.json',
  'jest.config.mjs',
].concat(['test/jest.config.mjs', 'test/jest-preset.json', 'test/api/setup.ts']);
const program = ['functions', 'lib/local', 'schemas'];

/** The folders and files of each heavy step. A change of money runs the steps that have found bugs of money. */
export const heavy = {
  deploy: ['test/deploy', 'lib/stack', 'lib/build', 'lib/operator', 'packages/cli', 'cdk.json'],
  simulate: ['test/simulate', ...program],
  'simulate-live': ['test/simulate', 'test/stripe/stand-in', ...program],
  stripe: ['test/stripe', 'functions/core/acquirer', 'functions/core/usecases', 'functions/payment-page'],
  webhooks: ['test/webhooks', 'functions/core/webhooks', 'functions/core/usecases/webhooks', 'schemas'],
  packages: ['test/packages', 'test/unit/client', 'packages', 'lib/openapi', 'schemas'],
  examples: [
    'test/examples',
    'examples',
    'packages/florin',
    'lib/openapi',
    'schemas',
    'functions/payment-page',
  ],
};

/** All files and folders that a step names. */
export const named = [...new Set([...always, ...Object.values(heavy).flat()])];

const { imports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const aliases = Object.entries(imports).map(([alias, path]) => [alias.slice(0, -1), path.slice(0, -1)]);

/** The files of these folders in the work tree that Git tracks or would add. */
const filesOf = (paths) => {
  for (const path of paths) if (!existsSync(path)) throw new Error(`${path} is not there`);
  const list = execFileSync('git', ['ls-files', '-zco', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  });
  return list.split('\0').filter((file) => file && existsSync(file));
};

const isModule = (file) => /\.([cm]?[jt]s|tsx)$/.test(file);

/** The files that a module imports by a relative path or an alias. npm's lock file stands for the packages. */
function importsOf(file) {
  const source = readFileSync(file, 'utf8').replace(/`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g, '""');
  const names = [...source.matchAll(/\b(?:from|import|require)\s*\(?\s*'([^']+)'/g)];
  return names.flatMap(([, name]) => {
    const alias = aliases.find(([start]) => name.startsWith(start));
    if (!alias && !name.startsWith('.')) return [];
    const path = normalize(alias ? name.replace(...alias) : join(dirname(file), name));
    // A package's dist/ is built from its src/.
    if (path.includes('/dist/')) return [];
    const found = [path, `${path}.ts`, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    if (!found) throw new Error(`${file} imports ${name}, which is not there`);
    return [found];
  });
}

/** All files that a step depends on. */
export function inputsOf(step) {
  const files = new Set(filesOf([...heavy[step], ...always]));
  // A set also visits what is added meanwhile.
  for (const file of files) if (isModule(file)) for (const one of importsOf(file)) files.add(one);
  return [...files].sort();
}

function hashOf(step) {
  const hash = createHash('sha256');
  for (const file of inputsOf(step))
    hash.update(`${file}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  return hash.digest('hex');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const step of Object.keys(heavy)) {
    try {
      console.log(`${step} ${hashOf(step)}`);
    } catch (error) {
      console.error(`The inputs of ${step} are unknown: ${error.message}`);
    }
  }
}
