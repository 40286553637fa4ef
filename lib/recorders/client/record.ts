/**
 * `npm run client` writes the parts of `packages/florin` that follow from the API: the types and verbs, made from the
 * OpenAPI document, and the types of `sdk.js`.
 */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const { file, text } of generatedFiles()) writeFileSync(file, text);
