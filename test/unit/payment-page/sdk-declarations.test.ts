import { readFileSync } from 'node:fs';
import { sdkDeclarations } from '../../../lib/recorders/examples/sdk-declarations.ts';

test('the example package declares the types of sdk.js (if not: npm run examples)', () => {
  expect(readFileSync('examples/sdk/index.d.ts', 'utf8')).toBe(sdkDeclarations());
});
