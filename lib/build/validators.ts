import Ajv from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';
import { importBuilt } from './import-built.ts';

type Schemas = Record<string, object>;

/**
 * Lets functions import compiled validators: `import validator from 'validator:capture'` is that of the schema
 * `capture` in `schemas/index.ts`. Ajv runs at build time, and no bundle contains it.
 */
export function validators(schemas: string): Plugin {
  let loaded: Promise<Schemas> | undefined;
  const compiled = new Map<string, string>();
  return {
    name: 'validators',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^validator:/ }, ({ path }) => ({
        path: path.slice('validator:'.length),
        namespace: 'validator',
      }));

      onLoad({ filter: /.*/, namespace: 'validator' }, async ({ path: name }) => {
        loaded ??= importBuilt(schemas).then(({ requests }) => requests);
        const schema = (await loaded)[name];
        if (!schema) return { errors: [{ text: `schemas/index.ts has no request named "${name}"` }] };
        const contents = compiled.get(name) ?? compile(schema);
        compiled.set(name, contents);
        return { contents, loader: 'js', resolveDir: root };
      });
    },
  };
}

/**
 * Compiles a schema to ajv's standalone code, with the schema beside the validator. esbuild bundles the parts of
 * `ajv/dist/runtime` that it requires (a string's length in code points, deep equality). ajv's English messages are
 * left out: `functions/core/http/body/validate.ts` makes Florin's from the schema.
 */
export function compile(schema: object): string {
  if (!checker.validateSchema(schema)) throw new Error(checker.errorsText());
  const ajv = new Ajv(options);
  const { parts, value, referring } = withoutRepetition(schema);
  let code = shorten(standalone(ajv, ajv.compile(referring)).replace(/export default \w+;/, ''));
  // The compiled code may have the schema and its definitions as constants.
  code = code.replace(` = ${JSON.stringify(referring)};`, ' = whole;');
  for (const { name, key } of parts) code = code.replace(` = ${key};`, ` = ${name};`);
  const constants = [...parts, { name: 'whole', text: value }].map(
    ({ name, text }) => `const ${name} = ${text};\n`,
  );
  return `${constants.join('')}${code}\nexport default { validate, schema: whole };`;
}

/** A part that a schema has more than once, such as the fields of an amount. */
interface Part {
  /** The name of a constant. */
  name: string;
  /** The part as JSON. */
  key: string;
  /** The part as code, with the names of the parts inside it. */
  text: string;
}

/** A repeated part is named if it has at least so many characters. */
const worthNaming = 40;

/** A repeated object has a function of its own, which costs a call, if it has at least so many characters. */
const worthCalling = 200;

/**
 * Writes a schema with each repeated part once: as code with constants, and as a schema with references, for which Ajv
 * writes one function a part.
 */
function withoutRepetition(schema: object): { parts: Part[]; value: string; referring: object } {
  const times = new Map<string, number>();
  const count = (part: unknown): void => {
    if (!isPart(part)) return;
    const key = JSON.stringify(part);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    if (before === 0) for (const child of Object.values(part)) count(child);
  };
  count(schema);
  const isRepeated = (key: string, least: number) => (times.get(key) ?? 0) > 1 && key.length >= least;

  const parts: Part[] = [];
  const write = (part: unknown): string => {
    const key = JSON.stringify(part);
    const known = parts.find((other) => other.key === key);
    if (known || !isPart(part)) return known?.name ?? key;
    const fields = Object.entries(part).map(([name, child]) => `${JSON.stringify(name)}:${write(child)}`);
    const text = Array.isArray(part) ? `[${part.map(write).join()}]` : `{${fields.join()}}`;
    if (!isRepeated(key, worthNaming)) return text;
    const name = `part${parts.length}`;
    parts.push({ name, key, text });
    return name;
  };

  const $defs: Record<string, object> = {};
  const refer = (part: unknown): unknown => {
    if (!isPart(part) || Array.isArray(part)) return part;
    const key = JSON.stringify(part);
    if ('properties' in part && 'type' in part && isRepeated(key, worthCalling)) {
      const name = parts.find((other) => other.key === key)?.name ?? '';
      $defs[name] = part;
      return { $ref: `#/$defs/${name}` };
    }
    return Object.fromEntries(Object.entries(part).map(([name, child]) => [name, refer(child)]));
  };

  const value = write(schema);
  const referring = refer(schema) as object;
  return { parts, value, referring: Object.keys($defs).length > 0 ? { ...referring, $defs } : schema };
}

const isPart = (part: unknown): part is object => typeof part === 'object' && part !== null;

/**
 * Each schema has an instance of Ajv of its own, so that names cannot collide. Another instance checks schemas,
 * because compiling the schema of schemas takes a tenth of a second.
 */
const options = {
  allErrors: true,
  strict: true,
  validateSchema: false,
  messages: false,
  inlineRefs: false,
  code: { source: true, esm: true, optimize: 2 },
} as const;
const checker = new Ajv();

/** Matches the code that Ajv writes for each violation, which is a third of a validator. */
const report =
  /const (err\d+) = (\{[^;]*\});\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}\s*errors\+\+;/g;

/** Matches such a violation: the place in the data, in the schema, the keyword, and the parameters. */
const parts = /^\{instancePath(?::(.*))?,schemaPath:"[^"]*",keyword:("[^"]*"),params:(.*)\}$/s;

/** Matches the parameters of a missing field, the only ones that Florin reads. */
const missing = /^\{missingProperty: ?(.*)\}$/s;

/** The compiled code makes each violation by this function, which `functions/core/http/body/validate.ts` reads. */
const violation =
  'const violation = (instancePath, keyword, missing) => ({ instancePath, keyword, missing });\n';

/** Shortens the code. Ajv counts errors in a variable, which is replaced by the length of the list of errors. */
const shorten = (code: string): string =>
  violation +
  code.replace(report, (_, _name, error) => `errors = (vErrors ??= []).push(${violationCall(error)});`);

function violationCall(error: string): string {
  const [, path = 'instancePath', keyword, params = ''] = parts.exec(error) ?? [];
  if (!keyword) throw new Error(`Ajv writes violations in another way: ${error}`);
  const [, name] = missing.exec(params) ?? [];
  return `violation(${[path, keyword, ...(name ? [name] : [])].join(', ')})`;
}
