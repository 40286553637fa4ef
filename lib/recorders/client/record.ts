/**
 * `npm run client` writes the parts of `packages/florin` that follow from the API: the types and verbs, made from the
 * OpenAPI document, and the types of `sdk.js`.
 */
import { writeFileSync } from 'node:fs';
import { generated } from './generated.ts';

for (const { file, text } of generated()) writeFileSync(file, text);
