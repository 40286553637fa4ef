import Ajv from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { root } from '../root.ts';
import { importBuilt } from './import-built.ts';

type Schemas = Record<string, object>;

/**
 * Makes `import validator from 'validator:capture'` the compiled validator of the schema of that name in
 * `schemas/index.ts`, so that ajv does its work here and is in no bundle.
 */
export function validators(schemas: string): Plugin {
  return {
    name: 'validators',
    setup({ onStart, onResolve, onLoad }) {
      let loaded: Promise<Schemas> | undefined;
      onStart(() => {
        loaded = undefined;
      });

      onResolve({ filter: /^validator:/ }, ({ path }) => ({
        path: path.slice('validator:'.length),
        namespace: 'validator',
      }));

      onLoad({ filter: /.*/, namespace: 'validator' }, async ({ path: name }) => {
        loaded ??= importBuilt(schemas).then(({ requests }) => requests);
        const schema = (await loaded)[name];
        if (!schema) return { errors: [{ text: `schemas/index.ts has no request named "${name}"` }] };
        return { contents: compile(schema), loader: 'js', resolveDir: root };
      });
    },
  };
}

/**
 * Compiles a schema to ajv's standalone code, with the schema beside the validator. esbuild bundles the parts of
 * `ajv/dist/runtime` that it requires (a string's length in code points, deep equality). ajv's English messages are
 * left out: `functions/core/http/validate.ts` makes Florin's from the schema.
 */
export function compile(schema: object): string {
  if (!checker.validateSchema(schema)) throw new Error(checker.errorsText());
  const ajv = new Ajv(options);
  const code = brief(standalone(ajv, ajv.compile(schema)).replace(/export default \w+;/, ''));
  // Where the code has the schema as a constant already, one copy is enough.
  const json = JSON.stringify(schema);
  const constant = /const (schema\d+) = /.exec(code)?.[1];
  const same = code.includes(`const ${constant} = ${json};`);
  return `${code}\nexport default { validate, schema: ${same ? constant : json} };`;
}

/** Each validator's names are its own; the schema of schemas takes a tenth of a second to compile, and is compiled once. */
const options = {
  allErrors: true,
  strict: true,
  validateSchema: false,
  messages: false,
  code: { source: true, esm: true, optimize: 2 },
} as const;
const checker = new Ajv();

/** Matches the code that ajv writes for each violation, a third of a validator. */
const report =
  /const (err\d+) = (\{[^;]*\});\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}\s*errors\+\+;/g;

/**
 * Matches the parts of a violation that follow from its place in the data, and its details, of which only a missing
 * field counts.
 */
const place = /schemaPath:"[^"]*",/;
const more = /,params:(?!\{missingProperty).*$/s;

/** The same in fewer letters: there are as many errors as reports. */
const brief = (code: string): string =>
  code.replace(
    report,
    (_, _name, error) => `errors = (vErrors ??= []).push(${error.replace(place, '').replace(more, '}')});`,
  );
