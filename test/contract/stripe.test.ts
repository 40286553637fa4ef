import { asynchrony } from './asynchrony.ts';
import { booksOf } from './books.ts';
import { contractOf } from './contract.ts';
import { withCore } from './core.ts';
import { disputesOf } from './disputes.ts';
import { events } from './events.ts';
import { keepFirst } from './keep.ts';
import { laterAnswers } from './later-answers.ts';
import { limits } from './limits.ts';
import { livesOf } from './lives.ts';
import { orderOfEvents } from './order-of-events.ts';
import { stripeFacts } from './stripe/facts.ts';
import { startStripe } from './stripe/world.ts';
import { words } from './words.ts';

/* The file stripe-failures.test.ts has the other sections, so that both run at the same time. */
const contract = contractOf(startStripe, stripeFacts);
for (const section of [keepFirst, words, asynchrony, livesOf, booksOf, events, disputesOf, limits])
  section(contract);
const core = withCore(contract);
for (const section of [orderOfEvents, laterAnswers]) section(contract, core);
