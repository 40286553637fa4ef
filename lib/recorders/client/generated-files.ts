import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import { withTables } from './endpoint-tables.ts';
import { clientModule } from './module.ts';
import { withOptions } from './option-table.ts';

/**
 * The files that are made of the rows of the routes: those of `packages/florin`, the tables of `docs/endpoints.md`. The table of
 * the options of `sdk.js` in `docs/payment-link.md` is made of their names.
 */
export const generatedFiles = (): { file: string; text: string }[] => [
  { file: join(root, 'packages/florin/src/api.generated.ts'), text: clientModule() },
  {
    file: join(root, 'packages/florin/src/checkout-types.generated.ts'),
    text: `// Copied from functions/payment-page/client/sdk/sdk-types.ts by \`npm run client\`. Do not edit.\n\n${readFileSync(
      join(root, 'functions/payment-page/client/sdk/sdk-types.ts'),
      'utf8',
    )}`,
  },
  {
    file: join(root, 'docs/endpoints.md'),
    text: withTables(readFileSync(join(root, 'docs/endpoints.md'), 'utf8')),
  },
  {
    file: join(root, 'docs/payment-link.md'),
    text: withOptions(readFileSync(join(root, 'docs/payment-link.md'), 'utf8')),
  },
];
