import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import { clientModule } from './module.ts';

/** The generated files of `packages/florin`. */
export const generatedFiles = (): { file: string; text: string }[] => [
  { file: join(root, 'packages/florin/src/api.generated.ts'), text: clientModule() },
  {
    file: join(root, 'packages/florin/src/checkout-types.generated.ts'),
    text: `// Copied from functions/payment-page/client/sdk-types.ts by \`npm run client\`. Do not edit.\n\n${readFileSync(
      join(root, 'functions/payment-page/client/sdk-types.ts'),
      'utf8',
    )}`,
  },
];
