/**
 * `npm run client` writes what follows from the rows of the routes: in `packages/florin` the types and verbs, made from the
 * OpenAPI document, and the types of `sdk.js`; in `docs/endpoints.md` the tables.
 */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { file, text } of generatedFiles()) writeFileSync(file, text);
