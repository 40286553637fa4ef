import { codeBlock } from '../render/text.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import type { SampleRequest } from './request.ts';
import { ruby } from './ruby.ts';

/** The programs that send a request, by the language of their block in Markdown. */
export const programs = { sh: curl, js: node, python, php, go, java, ruby, csharp } as const;

/** A block of code in each language, which need no package beyond the language's own library. */
export const samples = (request: SampleRequest): string =>
  Object.entries(programs)
    .map(([language, program]) => codeBlock(language, program(request)))
    .join('\n\n');
