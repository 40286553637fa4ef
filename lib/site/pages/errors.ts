import { declines } from '#acquirer/decline.ts';
import { processingErrors } from '#domain/processing-error.ts';
import { meanings } from '../../openapi/guide/codes.ts';
import type { Group, Page } from '../page.ts';
import { cell, code, codeBlock } from '../render/text.ts';
import { processingAdvice, remedies } from './remedies.ts';

const nameOf = (code: number): string => `error-${code}`;

/** A page for each processing error, and the page that lists all codes. */
export const errors = (): Group => ({
  title: 'Error codes',
  pages: [list()],
  listed: processingErrors.map((error) => {
    const [cause, remedy] = processingAdvice[error.code as keyof typeof processingAdvice];
    const customerCodes = Object.entries(declines).flatMap(([name, code]) =>
      code === error.code && name in meanings ? [code_(name)] : [],
    );
    return {
      name: nameOf(error.code),
      title: `Error ${error.code}: ${error.text}`,
      description: cause,
      // These pages count less in the search, as they are many and their words are common.
      weight: 0.75,
      markdown: [
        `**Cause.** ${cause}`,
        `**Remedy.** ${remedy}`,
        `**Who can fix it.** ${whoCanFix(error)}`,
        ...(customerCodes.length > 0
          ? [`**On the checkout API** the same decline is ${customerCodes.join(' or ')}.`]
          : []),
        'The body of the 400, and the `error` of the failed transaction:',
        codeBlock('json', JSON.stringify([error], null, 2)),
        'A decline is an answer, not a fault: the failed transaction is stored, and a repeat with the same `Idempotency-Key` gets the same answer. [Idempotency and errors](errors.md) has the rules, [testing](testing.md) a card for most declines.',
      ].join('\n\n'),
    } satisfies Page;
  }),
});

const code_ = (name: string): string => `[${code(name)}](codes.md#${name.toLowerCase()})`;

const whoCanFix = ({ client, merchant }: { client: boolean; merchant: boolean }): string =>
  client && merchant ? 'The customer, or the merchant.' : client ? 'The customer.' : 'The merchant.';

function list(): Page {
  const ofApi = Object.entries(remedies).filter(([name]) => !/^\d/.test(name));
  return {
    name: 'codes',
    title: 'All error codes',
    description:
      'Processing errors, errors of the merchants’ API, and codes of the checkout API, each with its remedy.',
    markdown: [
      '[Idempotency and errors](errors.md) says how to handle them.',
      '## Processing errors',
      'The body of a decline, and the `error` of a failed transaction.',
      [
        '| code | text | cause |',
        '|--:|---|---|',
        ...processingErrors.map(
          ({ code, text }) =>
            `| [${code}](${nameOf(code)}.md) | ${text} | ${cell(processingAdvice[code as keyof typeof processingAdvice][0])} |`,
        ),
      ].join('\n'),
      '## Errors of the merchants’ API',
      'The `error` of the body: `{"error", "message"}`.',
      ...ofApi.flatMap(([name, remedy]) => [`### ${name}`, remedy]),
      '## Codes of the checkout API',
      'The `code` of the body: `{"code", "message"}`. If it is a decline, the failed transaction keeps the processing error beside it.',
      ...Object.entries(meanings)
        .filter(([name]) => !(name in remedies))
        .flatMap(([name, meaning]) => {
          const kept = (declines as Readonly<Record<string, number>>)[name];
          return [
            `### ${name}`,
            `${meaning}.${kept ? ` Processing error [${kept}](${nameOf(kept)}.md).` : ''}`,
          ];
        }),
    ].join('\n\n'),
  };
}
