import type { Group, Page } from '../page.ts';
import { code, codeBlock } from '../render/text.ts';
import type { Json } from '../samples/request.ts';
import { type Answer, document, resolveReference, type Schema } from './document.ts';
import { fields } from './fields.ts';

const nameOf = (type: string): string => `event-${type}`;

/**
 * Events that nothing can cause for a test merchant. The build does not read the command-line tool, whose own list a test
 * compares with this one.
 */
export const onlyLive: ReadonlySet<string> = new Set([
  'transaction.figures_known',
  'transaction.expiring',
  'dispute.updated',
  'dispute.funds_withdrawn',
  'dispute.funds_reinstated',
  'payout.created',
  'operation.open',
  'operation.accepted',
  'operation.settled',
  'merchant.integration_disabled',
  'merchant.integration_enabled',
  'merchant.declines_limited',
  'ratio.warned',
]);

/** A page for each type of event, and the page that lists all types. */
export const events = (): Group => {
  const all = Object.entries(document.webhooks);
  const pages = all.map(([type, { post }]) => {
    const media = post.requestBody?.content['application/json'];
    const schema = media ? resolveReference<Schema>(media.schema) : {};
    const example = exampleOf(type, schema);
    return {
      name: nameOf(type),
      title: type,
      description: `${post.summary}.`,
      markdown: [
        `${post.summary}.`,
        ...(post.description ? [post.description] : []),
        'Florin posts this event at least once to each [webhook](webhooks.md) that is set up for it, and repeats the post until the server answers 2xx, for at most three days. [Receive](webhooks.md#receive-and-verify-the-signature) says how to verify the signature.',
        ...(onlyLive.has(type)
          ? ['Only the acquirer of a live merchant or a job causes this event, so `florin trigger` cannot.']
          : [
              'These commands print such an event in a checkout of Florin, the second one in another terminal:',
              codeBlock('sh', `npx florin listen\nnpx florin trigger ${type}`),
            ]),
        '## Body',
        fields(schema, 'answered'),
      ].join('\n\n'),
      ...(example !== undefined && {
        aside: ['## Example', codeBlock('json', JSON.stringify(example, null, 2))].join('\n\n'),
      }),
    } satisfies Page;
  });
  return { title: 'Events', pages: [list(all)], listed: pages };
};

/** The operations that show the objects of events. */
const shownBy: Readonly<Record<string, string>> = {
  transaction: '/transactions/{transactionId}',
  dispute: '/disputes/{disputeId}',
  fraud: '/frauds/{fraudId}',
  payout: '/payouts/{payoutId}',
  merchant: '/merchants/{merchantId}',
};

/** An event of the type, with the recorded example of its object; undefined if no operation shows the object. */
function exampleOf(type: string, schema: Schema): Json | undefined {
  const data = schema.properties?.data;
  const [name = ''] = Object.keys((data && resolveReference<Schema>(data).properties) || {});
  const answer = document.paths[shownBy[name] ?? '']?.get?.responses[200];
  const media = answer && resolveReference<Answer>(answer).content?.['application/json'];
  const shown = Object.values(media?.examples ?? {})[0]?.value as Readonly<Record<string, Json>> | undefined;
  const object = shown?.[name];
  if (object === undefined) return undefined;
  return {
    id: '6b0474b386512fe669665610',
    type,
    created: '2026-11-23T17:15:31.876Z',
    merchantId: '6b0474b009fcfc4dc5a488c2',
    test: true,
    version: 1,
    data: { [name]: object },
  };
}

const list = (all: [type: string, webhook: { post: { summary: string } }][]): Page => ({
  name: 'events',
  title: 'List of all event types',
  description: 'Each type of event that Florin posts to a merchant’s server.',
  markdown: [
    '[Webhooks](webhooks.md) says how a server receives and verifies them.',
    [
      '| type | when |',
      '|---|---|',
      ...all.map(([type, { post }]) => `| [${code(type)}](${nameOf(type)}.md) | ${post.summary} |`),
    ].join('\n'),
  ].join('\n\n'),
});
