import fc from 'fast-check';
import type { Attempt } from '../../../functions/payment-page/client/memory.ts';
import {
  advance,
  beginning,
  type Effect,
  type Event,
  type Failure,
  isThere,
  type Progress,
  type Terms,
} from '../../../functions/payment-page/client/progress.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 23);
const open: Terms = { ended: false, linkId: 'link' };
const declined: Failure = { kind: 'refused', refusal: { words: ['No'] }, isDisabled: false };

const attemptAt = (pressed: number, more: Partial<Attempt> = {}): Attempt => ({
  idempotencyKey: 'k',
  since: pressed,
  pressed,
  body: { card: { code: { token: 't' } }, hints: [] },
  ...more,
});

/** Advances through events that come a second apart, from the customer's first press. */
function walk(events: Event[], terms = open, from: Progress = beginning): [Progress, Effect[]] {
  const all: Effect[] = [];
  let progress = from;
  for (const [number, event] of events.entries()) {
    const [next, effects] = advance(progress, event, terms, start + 1000 * number);
    progress = next;
    all.push(...effects);
  }
  return [progress, all];
}

const submitted: Event = ['submit', start];
const begun = (more?: Partial<Attempt>): Event => ['begun', attemptAt(start, more)];
const failed = (failure: Failure): Event => ['failed', failure];

test('a second press of the button starts no second payment', () => {
  const [progress, effects] = walk([submitted, submitted, begun(), submitted]);
  expect(effects).toEqual([['run', 'go']]);
  expect(progress).toMatchObject({ isBusy: true, pressed: start, view: 'card' });
});

test('a payment ends with its receipt, and nothing of it stays', () => {
  const paid = { transactionId: 'id' };
  const [progress, effects] = walk([submitted, begun(), ['paid', paid]]);
  expect(effects.slice(1)).toEqual([['forget'], ['paid', paid]]);
  expect(progress).toEqual({ ...beginning, view: 'receipt', pressed: start, attempt: undefined });
});

test('a refusal shows the card again, and the next press begins a new attempt', () => {
  const [progress, effects] = walk([submitted, begun({ sent: start }), failed(declined)]);
  expect(effects.slice(1)).toEqual([['forget'], ['show', 'card'], ['refuse', { words: ['No'] }]]);
  expect(progress).toMatchObject({ isBusy: false, view: 'card', attempt: undefined });
});

describe('the page loads anew', () => {
  const reload = [['forget'], ['show', 'busy'], ['reload']];

  test('if the merchant takes no payments by the link any more', () => {
    expect(walk([submitted, failed({ ...declined, isDisabled: true })])[1].slice(1)).toEqual(reload);
  });
  test('after a refusal if the link had ended', () => {
    expect(walk([submitted, failed(declined)], { ...open, ended: true })[1].slice(1)).toEqual(reload);
  });
  test('but not if the payment has no link of the merchant’s server', () => {
    const [, effects] = walk([submitted, failed({ ...declined, isDisabled: true })], {
      ...open,
      linkId: undefined,
    });
    expect(effects).toContainEqual(['show', 'card']);
    expect(effects).not.toContainEqual(['reload']);
  });
});

describe('no answer came', () => {
  const offline = failed({ kind: 'offline' });

  test('the notice waits while the customer is there, and goes on when the connection is back', () => {
    const [progress, effects] = walk([submitted, begun(), offline, ['online']]);
    expect(effects.slice(1)).toEqual([
      ['notify', 'offline', true, true],
      ['late', start, { kind: 'offline' }],
      ['show', 'busy'],
      ['run', 'go'],
    ]);
    expect(progress).toMatchObject({ isBusy: true, view: 'busy' });
  });

  test('the customer cannot leave what may have paid', () => {
    const [, effects] = walk([submitted, begun({ sent: start }), failed({ kind: 'trouble' })]);
    expect(effects).toContainEqual(['notify', 'trouble', true, false]);
  });

  test.each([
    ['nothing was sent: the page asks the customer', undefined, ['show', 'ask']],
    [
      'something was sent: the page says that the outcome is unknown',
      start,
      ['notify', 'offline', false, false],
    ],
  ])('after two minutes, %s', (_, sent, effect) => {
    const [waiting] = walk([submitted, begun({ sent }), offline]);
    const late: Event = ['late', { kind: 'offline' }];
    expect(advance(waiting, late, open, start + 2 * minute)[1]).toEqual([effect]);
  });

  test('after two minutes the page looks what became of the payment, and charges nobody', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), offline]);
    expect(advance(waiting, ['online'], open, start + 2 * minute)[1]).toContainEqual(['run', 'look']);
  });

  test('a press of the button counts as being there only while the customer was', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), offline]);
    const [pressed] = advance(waiting, ['retry'], open, start + minute);
    expect(pressed.attempt?.pressed).toBe(start + minute);
    const [late] = walk([submitted, begun({ sent: start }), offline]);
    const [kept, effects] = advance(late, ['retry'], open, start + 2 * minute);
    expect(kept.attempt?.pressed).toBe(start);
    expect(effects).toContainEqual(['run', 'look']);
  });
});

describe('the bank has not answered', () => {
  const unanswered = failed({ kind: 'silent' });

  test('the page asks again behind the notice, after pauses that double up to a minute', () => {
    let [progress] = walk([submitted, begun({ sent: start })]);
    const pauses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const [open1, effects] = advance(progress, unanswered, open, start + 1000);
      for (const [name, milliseconds] of effects) if (name === 'pause') pauses.push(milliseconds);
      [progress] = advance(open1, ['pause'], open, start + 1000);
    }
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  test('a press while it asks starts no second step', () => {
    const [listening] = walk([submitted, begun({ sent: start }), unanswered, ['pause']]);
    expect(listening).toMatchObject({ isAsking: true, view: 'notice' });
    const [, effects] = advance(listening, ['online'], open, start + 5000);
    expect(effects).toEqual([['show', 'busy']]);
    const [after] = advance(listening, unanswered, open, start + 5000);
    expect(after.isAsking).toBe(false);
  });

  test('nobody is there: the page asks what became of the payment, and does not go on with it', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), unanswered]);
    const [, effects] = advance(waiting, ['pause'], open, start + 2 * minute);
    expect(effects).toEqual([['run', 'find']]);
  });

  test('an attempt whose card has expired at the vault is not asked for again', () => {
    const [old] = walk([submitted, begun({ sent: start, since: start - 50 * minute })]);
    const [, effects] = advance(old, unanswered, open, start + 1);
    expect(effects).toContainEqual(['notify', 'trouble', expect.anything(), expect.anything()]);
    expect(effects).not.toContainEqual(['pause', expect.anything()]);
  });
});

describe('nobody was there when a request could have paid', () => {
  const unattended = failed({ kind: 'unattended' });

  test.each<[string, Partial<Attempt>, Effect]>([
    ['asks the customer', {}, ['show', 'ask']],
    ['looks what became of an earlier request', { sent: start }, ['run', 'look']],
    ['gives up at the bank if the card has expired', { left: ['h'] }, ['run', 'leave']],
  ])('the page %s', (_, more, effect) => {
    const since = more.left ? start - 51 * minute : start;
    const [, effects] = walk([submitted, begun({ since, ...more }), unattended]);
    expect(effects).toContainEqual(effect);
  });

  test('a card that has expired at the vault is typed again', () => {
    const [, effects] = walk([submitted, begun({ since: start - 51 * minute }), unattended]);
    expect(effects).toContainEqual(['refuse', 'tooOld']);
  });

  test('the customer’s press goes on', () => {
    const [asking] = walk([submitted, begun(), unattended]);
    const [next, effects] = advance(asking, ['again'], open, start + 5 * minute);
    expect(effects.at(-1)).toEqual(['run', 'go']);
    expect(next.attempt?.pressed).toBe(start + 5 * minute);
  });
});

describe('the customer closes the dialog', () => {
  const close: Event = ['close'];

  test('at once, while nothing is under way', () => {
    expect(walk([close])[1]).toEqual([['forget'], ['close', false]]);
  });
  test('not while a payment may just be going through', () => {
    expect(walk([submitted, begun(), close])[1]).toHaveLength(1);
    expect(walk([submitted, begun(), ['busy'], close])[1]).toHaveLength(2);
  });
  test('at the bank, after the bank was left', () => {
    const atBank = begun({ left: ['h'], sent: start });
    const [closing, effects] = walk([submitted, atBank, ['bank'], close]);
    expect(effects.at(-1)).toEqual(['cancel']);
    const [ended, last] = advance(closing, failed(declined), open, start);
    expect(last).toContainEqual(['close', false]);
    expect(ended.isClosing).toBe(false);
  });
  test('in the notice, and the merchant’s page learns that the outcome is unknown', () => {
    const [, effects] = walk([submitted, begun({ sent: start }), failed({ kind: 'trouble' }), close]);
    expect(effects.at(-1)).toEqual(['close', true]);
    expect(effects).not.toContainEqual(['forget']);
  });
  test('nothing closes later that went on instead', () => {
    const atBank = begun({ left: ['h'], sent: start });
    const [waiting] = walk([submitted, atBank, ['bank'], close, failed({ kind: 'trouble' })]);
    expect(waiting.isClosing).toBe(false);
  });
});

test('the customer leaves: a bank that may have answered is asked, and nothing else is', () => {
  const notice = [submitted, begun({ left: ['h'] }), failed({ kind: 'offline' })];
  expect(walk([...notice, ['leave']])[1].slice(-2)).toEqual([
    ['show', 'busy'],
    ['run', 'leave'],
  ]);
  const [, effects] = walk([submitted, begun(), failed({ kind: 'offline' }), ['leave']]);
  expect(effects.at(-1)).toEqual(['refuse', 'cancelled']);
});

test.each([
  ['goes on', 1, 'go'],
  ['only looks, after two minutes,', 2, 'look'],
])('a page that was loaded anew %s', (_, minutes, step) => {
  const recalled: Event = ['recall', attemptAt(start, { sent: start })];
  const [, effects] = advance(beginning, recalled, open, start + minutes * minute);
  expect(effects[0]).toEqual(['show', 'busy']);
  expect(effects.at(-1)).toEqual(['run', step]);
});

test('whatever happens, one step runs at a time, and nobody is charged who is not there', () => {
  const failures: Failure[] = [
    declined,
    { kind: 'unattended' },
    { kind: 'silent' },
    { kind: 'trouble' },
    { kind: 'offline' },
  ];
  const happening = fc.record({
    choice: fc.nat(),
    failure: fc.constantFrom(...failures),
    seconds: fc.oneof(fc.nat(30), fc.nat(4000)),
    sends: fc.boolean(),
    atBank: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let progress = beginning;
      let now = start;
      let isRunning = false;
      let waitsFor: Effect | undefined;
      for (const { choice, failure, seconds, sends, atBank } of happenings) {
        now += 1000 * seconds;
        const events: Event[] = [['online'], ['close']];
        if (progress.view === 'card') events.push(['submit', now]);
        if (progress.view === 'notice') events.push(['retry']);
        if (progress.view === 'ask') events.push(['again'], ['leave']);
        if (waitsFor?.[0] === 'pause') events.push(['pause']);
        if (waitsFor?.[0] === 'late') events.push(['late', waitsFor[2]]);
        if (isRunning) events.push(['failed', failure], ['failed', failure]);
        if (isRunning && !progress.attempt) events.push(['begun', attemptAt(now)]);
        const event = events[choice % events.length] as Event;
        if (event[0] === 'failed') {
          isRunning = false;
          // A step changes the attempt before it ends.
          if (progress.attempt) {
            if (sends) progress.attempt.sent = now;
            if (atBank) progress.attempt.left = ['h'];
          }
        }
        const mayHavePaid = progress.attempt?.sent !== undefined;
        const [next, effects] = advance(progress, event, open, now);
        for (const effect of effects) {
          if (effect[0] === 'show' || effect[0] === 'notify') waitsFor = undefined;
          if (effect[0] === 'pause' || effect[0] === 'late') waitsFor = effect;
          if (effect[0] === 'run') {
            if (isRunning) return false;
            if (effect[1] === 'go' && !isThere(next, now)) return false;
            isRunning = true;
          }
          if (effect[0] === 'close' && effect[1] !== mayHavePaid && event[0] === 'close') return false;
        }
        if (event[0] === 'pause') waitsFor = undefined;
        progress = next;
      }
      return true;
    }),
    { numRuns: 500 },
  );
});
