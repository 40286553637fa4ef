import { setTimeout as sleep } from 'node:timers/promises';
import { type Draw, draw } from '../../../lib/local/model/draw.ts';
import { startModel } from '../../../lib/local/model/model.ts';
import { badDay } from '../../../lib/local/model/settings.ts';
import { aws } from '../../api/support/aws.ts';
import { makeClock } from '../../api/support/clock.ts';
import { startEngine } from '../../api/support/engine.ts';
import type { Florin } from '../../api/support/florin.ts';
import { webhookSecret } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { startStandIn } from '../../stripe/stand-in/start.ts';
import { asking } from '../client.ts';
import { startMachine } from '../machine.ts';
import {
  invoke,
  type Outcome,
  quiet,
  type Round,
  run,
  summary,
  waitForQueues,
  waitForWritesToEnd,
} from '../round.ts';
import { audit } from './audit.ts';
import type { LiveBook } from './book.ts';
import { answerAll, decideAll, passDay } from './changes.ts';
import { deliverTheRest, type LivePlay, methods, open, operate } from './operations.ts';

const shops = 6;

/** A minute in milliseconds, on the clock of Florin and the acquirer. */
const minute = 60_000;

/**
 * Starts new live merchants at a stand-in for their acquirer. The acquirer and DynamoDB fail often, Florin is killed
 * sometimes, and the clock runs fast. The worker resolves open operations all the time.
 */
export async function playLiveRound(round: Round, progress: (text: string) => void): Promise<Outcome> {
  const { seed, days } = round;
  const clock = makeClock();
  // The acquirer's clock is up to a minute ahead of Florin's, or behind it.
  const skew = Math.round((2 * draw(seed, 'skew', 0, 'of clocks') - 1) * minute);
  const apiKey = ['sk', 'test', 'simulation'].join('_');
  const active = Object.fromEntries(methods.map(({ type }) => [type, 'active'] as const));
  const settings = { methods: active };
  const stripe = await startStandIn({ apiKey, now: () => clock.now() + skew, settings });
  const engine = await startEngine();
  const model = await startModel({ engine: engine.endpoint, seed, settings: badDay });
  const machine = await startMachine(model.endpoint, {
    ...clock.env,
    STRIPE_URL: stripe.url,
    STRIPE_CREDENTIALS: JSON.stringify({ apiKey, webhookSecrets: [webhookSecret] }),
  });
  const counts = new Map<string, number>();
  const book: LiveBook = { shops: [], wrongs: [] };
  const play: LivePlay = {
    seed,
    book,
    ask: asking(machine),
    machine,
    stripe,
    clock,
    faults: [],
    arrived: new Set(),
    count: (name) => counts.set(name, (counts.get(name) ?? 0) + 1),
  };
  const later = async (minutes: number) => {
    await clock.moveTo(clock.now() + minutes * minute);
    await invoke(machine, 'FinishOperations');
  };
  try {
    await open(play, shops);
    // The acquirer's clock may be a minute behind. After two minutes it dates all balance transactions after the
    // connection of the shops.
    await later(2);
    let over = false;
    const operator = async () => {
      // The clock moves slowly enough that no request to the acquirer is 15 minutes old when it arrives.
      for (let n = 1; !over; await sleep(1_000)) {
        await later(0.25);
        // Runs the nightly job on balance transactions that are only minutes old, by a time 58 minutes ahead.
        const time = new Date(clock.now() + 58 * minute).toISOString();
        if (n++ % 20 === 0) await invoke(machine, 'ReconcileAcquirer', { time });
      }
    };
    const operating = operator();
    await run(round, machine, { book, operate: (n) => operate(play, n), progress }).finally(() => {
      over = true;
    });
    await operating;
    for (const end of play.faults) end();
    model.settings = quiet;
    await waitForWritesToEnd(model);
    const end: Draw = (what) => draw(seed, 'end', 0, what);
    decideAll(stripe, book.shops, end);
    answerAll(stripe, book.shops, end, true);
    await deliverTheRest(play);
    for (const minutes of [2, 4, 8, 16, 32, 64]) await later(minutes);
    // The other banks answer after Florin has given the payments up, and Florin returns the money.
    answerAll(stripe, book.shops, end);
    await deliverTheRest(play);
    for (const minutes of [16, 64]) await later(minutes);
    const givenUp = await waitForQueues(machine, 'Reconciliations');
    const florin = await machine.florin();
    for (let day = 0; day < days; day++) {
      await clock.moveTo(clock.now() + 24 * 60 * minute);
      passDay(stripe, book.shops);
      await deliverTheRest(play);
      // The first night may report a difference that it repairs. Later nights must report none.
      for (const { id } of book.shops)
        for (const difference of await nightOf(florin, id, clock.now()))
          if (day > 0) book.wrongs.push(JSON.stringify(difference));
      if (day === 0) await settleForeign(florin, book);
    }
    const wrongs = [...givenUp, ...book.wrongs, ...(await audit(florin, stripe, book))];
    const payments = book.shops.reduce((sum, { payments }) => sum + payments.length, 0);
    return { wrongs, counts, ...(await summary(machine, model, payments)) };
  } finally {
    await machine.stop();
    await model.stop();
    await engine.stop();
    await stripe.close();
  }
}

/** Gives a line to each reported balance transaction of another system's payments, as an operator does. */
async function settleForeign(florin: Florin, { shops, wrongs }: LiveBook): Promise<void> {
  const review = async (asked: object) => (await aws(florin.aws).invoke('ReviewBooks', asked)).body as Review;
  for (const { id: merchantId, foreign } of shops) {
    const { cases = [] } = await review({ merchantId });
    for (const { case: name, state, payment = '' } of cases) {
      if (!name.startsWith('entry:') || state !== 'open' || !foreign.includes(payment)) continue;
      const settle = { settle: name, as: 'adjusted', by: 'Ada', note: 'Of the other system' };
      const { settled, errorMessage } = await review({ merchantId, ...settle });
      if (!settled) wrongs.push(`case ${name} of ${merchantId} cannot be settled: ${errorMessage}`);
    }
  }
}

interface Review {
  cases?: { case: string; state: string; payment?: string }[];
  settled?: object;
  errorMessage?: string;
}
