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
  const code = shorten(standalone(ajv, ajv.compile(schema)).replace(/export default \w+;/, ''));
  // If the compiled code contains the schema as a constant, the export uses that constant.
  const json = JSON.stringify(schema);
  const constant = /const (schema\d+) = /.exec(code)?.[1];
  const same = code.includes(`const ${constant} = ${json};`);
  return `${code}\nexport default { validate, schema: ${same ? constant : json} };`;
}

/**
 * Each schema has an instance of Ajv of its own, so that names cannot collide. Another instance checks schemas,
 * because compiling the schema of schemas takes a tenth of a second.
 */
const options = {
  allErrors: true,
  strict: true,
  validateSchema: false,
  messages: false,
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
