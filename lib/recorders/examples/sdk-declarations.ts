import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';

/** The declarations of the example package in `examples/sdk`, which a shop copies: the types of `sdk.js`, and the loader. */
export const sdkDeclarations = (): string =>
  readFileSync(join(root, 'functions/payment-page/client/sdk-types.ts'), 'utf8') +
  '\nexport function loadFlorin(posUrl: string, options: { key: string }): Promise<Florin>;\n';
