import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import { withTables } from './endpoint-tables.ts';
import { clientModule } from './module.ts';

/** The files that are made of the rows of the routes: those of `packages/florin`, and the tables of `docs/endpoints.md`. */
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
];
