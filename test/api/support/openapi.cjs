const { readFileSync } = require('node:fs');
const { default: Ajv } = require('ajv/dist/2020.js');

const read = new Map();

/**
 * Reads an OpenAPI document, and makes an ajv that keeps its compiled schemas. `loadOnce` of `test/environment.cjs` loads
 * this file once for all test files of a worker: to compile the schemas takes up to half a second.
 */
exports.readOpenApi = (file) => {
  if (!read.has(file)) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    ajv.addSchema(document, 'openapi');
    read.set(file, { document, ajv });
  }
  return read.get(file);
};
