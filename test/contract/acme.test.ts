import { readFileSync } from 'node:fs';
import { acmeFacts } from './acme/facts.ts';
import { startAcmeWorld } from './acme/world.ts';
import { foreignAnswers } from './answers.ts';
import { booksOf } from './books.ts';
import { contractOf } from './contract.ts';
import { withCore } from './core.ts';
import { events } from './events.ts';
import { keepFirst } from './keep.ts';
import { laterAnswers } from './later-answers.ts';
import { limits } from './limits.ts';
import { livesOf } from './lives.ts';
import { oneEffect } from './one-effect.ts';
import { orderOfEvents } from './order-of-events.ts';
import { words } from './words.ts';

/* Acme answers immediately, and has no disputes. */
const contract = contractOf(startAcmeWorld, acmeFacts);
for (const section of [oneEffect, keepFirst, foreignAnswers, words, livesOf, booksOf, events, limits])
  section(contract);
const core = withCore(contract);
for (const section of [orderOfEvents, laterAnswers]) section(contract, core);

test.each(['payments', 'acme'])('docs/adapter.md shows %s.ts as it is tested here', (name) => {
  const guide = readFileSync('docs/adapter.md', 'utf8');
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks).toContain(readFileSync(`test/unit/acquirer/acme/${name}.ts`, 'utf8'));
});
