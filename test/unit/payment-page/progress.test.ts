import fc from 'fast-check';
import type { Attempt } from '../../../functions/payment-page/client/attempt/memory.ts';
import {
  advance,
  beginning,
  type Effect,
  type Event,
  type Failure,
  isPresent,
  type Progress,
  type Terms,
} from '../../../functions/payment-page/client/attempt/progress.ts';

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

test('a payment ends with its receipt, and the page forgets the attempt', () => {
  const paid = { transactionId: 'id' };
  const [progress, effects] = walk([submitted, begun(), ['paid', paid]]);
  expect(effects.slice(1)).toEqual([['forget'], ['succeed', paid]]);
  expect(progress).toEqual({ ...beginning, view: 'receipt', pressed: start, attempt: undefined });
});

test('a refusal shows the card again, and the next press begins a new attempt', () => {
  const [progress, effects] = walk([submitted, begun({ sent: start }), failed(declined)]);
  expect(effects.slice(1)).toEqual([['forget'], ['show', 'card'], ['refuse', { words: ['No'] }]]);
  expect(progress).toMatchObject({ isBusy: false, view: 'card', attempt: undefined });
});

describe('the page reloads', () => {
  const reload = [['forget'], ['show', 'busy'], ['reload']];

  test('if the merchant no longer takes payments by the link', () => {
    const [progress, effects] = walk([submitted, begun(), failed({ ...declined, isDisabled: true })]);
    expect(effects.slice(1)).toEqual(reload);
    expect(progress.attempt).toBeUndefined();
  });
  test('after a refusal if the link had ended', () => {
    expect(walk([submitted, failed(declined)], { ...open, ended: true })[1].slice(1)).toEqual(reload);
  });
  test('only if the payment has a stored link', () => {
    const [, effects] = walk([submitted, failed({ ...declined, isDisabled: true })], {
      ...open,
      linkId: undefined,
    });
    expect(effects).toContainEqual(['show', 'card']);
    expect(effects).not.toContainEqual(['reload']);
  });
});

describe('after a request without a response', () => {
  const offline = failed({ kind: 'offline' });

  test('the notice stays, and the payment continues when the connection is back', () => {
    const [progress, effects] = walk([submitted, begun(), offline, ['online']]);
    expect(effects.slice(1)).toEqual([
      ['notify', 'offline', true, true],
      ['watch', start, { kind: 'offline' }],
      ['show', 'busy'],
      ['run', 'go'],
    ]);
    expect(progress).toMatchObject({ isBusy: true, view: 'busy' });
  });

  test('the customer cannot leave a payment that may have succeeded', () => {
    const [, effects] = walk([submitted, begun({ sent: start }), failed({ kind: 'trouble' })]);
    expect(effects).toContainEqual(['notify', 'trouble', true, false]);
  });

  test.each([
    ['with nothing sent, the page asks the customer whether to continue', undefined, ['show', 'ask']],
    [
      'with a sent request, the page says that the outcome is unknown',
      start,
      ['notify', 'offline', false, false],
    ],
  ])('after two minutes %s', (_, sent, effect) => {
    const [waiting] = walk([submitted, begun({ sent }), offline]);
    const late: Event = ['late', { kind: 'offline' }];
    expect(advance(waiting, late, open, start + 2 * minute)[1]).toEqual([effect]);
  });

  test('when the connection is back after two minutes, the page looks up the outcome instead of charging', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), offline]);
    expect(advance(waiting, ['online'], open, start + 2 * minute)[1]).toContainEqual(['run', 'look']);
  });

  test('a press of the button renews the customer’s presence only within two minutes', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), offline]);
    const [pressed, actions] = advance(waiting, ['retry'], open, start + minute);
    expect(pressed.attempt?.pressed).toBe(start + minute);
    // A reloaded page must know of the press, too.
    expect(actions).toContainEqual(['remember', pressed.attempt]);
    const [late] = walk([submitted, begun({ sent: start }), offline]);
    const [kept, effects] = advance(late, ['retry'], open, start + 2 * minute);
    expect(kept.attempt?.pressed).toBe(start);
    expect(effects).toContainEqual(['run', 'look']);
  });
});

describe('while the bank has not answered', () => {
  const unanswered = failed({ kind: 'silent' });

  test('the page asks again while it shows the notice, after pauses that double up to a minute', () => {
    let [progress] = walk([submitted, begun({ sent: start })]);
    const pauses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const [open1, effects] = advance(progress, unanswered, open, start + 1000);
      for (const [name, milliseconds] of effects) if (name === 'pause') pauses.push(milliseconds);
      [progress] = advance(open1, ['pause'], open, start + 1000);
    }
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    // The next payment begins with the shortest pause.
    expect(advance(progress, failed(declined), open, start + 1000)[0].pause).toBe(5000);
  });

  test.each([
    ['may leave', 'before a request that may pay', undefined, true],
    ['cannot leave', 'after a request that may have paid', start, false],
  ])('the customer %s the payment %s', (_, __, sent, mayLeave) => {
    const [, effects] = walk([submitted, begun({ sent }), unanswered]);
    expect(effects).toContainEqual(['notify', 'silent', true, mayLeave]);
  });

  test('a return of the connection while the page asks starts no second step', () => {
    const [listening] = walk([submitted, begun({ sent: start }), unanswered, ['pause']]);
    expect(listening).toMatchObject({ isAsking: true, view: 'notice' });
    const [, effects] = advance(listening, ['online'], open, start + 5000);
    expect(effects).toEqual([['show', 'busy']]);
    const [after] = advance(listening, unanswered, open, start + 5000);
    expect(after.isAsking).toBe(false);
  });

  test('the customer cannot leave while the page asks again, if no request was sent that may have paid', () => {
    const [asking, effects] = walk([submitted, begun(), unanswered, ['pause']]);
    expect(effects.slice(-2)).toEqual([
      ['show', 'busy'],
      ['run', 'go'],
    ]);
    expect(advance(asking, ['close'], open, start + 5000)[1]).toEqual([]);
  });

  test('the page only looks up the payment’s outcome if the customer is away', () => {
    const [waiting] = walk([submitted, begun({ sent: start }), unanswered]);
    const [, effects] = advance(waiting, ['pause'], open, start + 2 * minute);
    expect(effects).toEqual([['run', 'find']]);
  });

  test('the page shows an error if the vault’s token of the card has expired', () => {
    const [old] = walk([submitted, begun({ sent: start, since: start - 50 * minute })]);
    const [, effects] = advance(old, unanswered, open, start + 1);
    expect(effects).toContainEqual(['notify', 'trouble', expect.anything(), expect.anything()]);
    expect(effects).not.toContainEqual(['pause', expect.anything()]);
  });
});

describe('if the customer was away when a request could have paid', () => {
  const unattended = failed({ kind: 'unattended' });

  test.each<[string, Partial<Attempt>, Effect]>([
    ['asks the customer', {}, ['show', 'ask']],
    ['looks up the outcome of an earlier request', { sent: start }, ['run', 'look']],
    ['cancels at the bank if the vault’s token of the card has expired', { left: ['h'] }, ['run', 'leave']],
  ])('the page %s', (_, more, effect) => {
    const since = more.left ? start - 51 * minute : start;
    const [, effects] = walk([submitted, begun({ since, ...more }), unattended]);
    expect(effects).toContainEqual(effect);
  });

  test('the customer must type the card again if the vault’s token has expired', () => {
    const [, effects] = walk([submitted, begun({ since: start - 51 * minute }), unattended]);
    expect(effects).toContainEqual(['refuse', 'tooOld']);
  });

  test('a press of the customer continues the payment', () => {
    const [asking] = walk([submitted, begun(), unattended]);
    const [next, effects] = advance(asking, ['again'], open, start + 5 * minute);
    expect(effects.at(-1)).toEqual(['run', 'go']);
    expect(next.attempt?.pressed).toBe(start + 5 * minute);
  });
});

describe('the dialog, when the customer closes it,', () => {
  const close: Event = ['close'];

  test('the dialog closes immediately if no payment is under way', () => {
    expect(walk([close])[1]).toEqual([['forget'], ['close', false]]);
  });
  test('the dialog stays open while a payment may be going through', () => {
    expect(walk([submitted, begun(), close])[1]).toHaveLength(1);
    expect(walk([submitted, begun(), ['busy'], close])[1]).toHaveLength(2);
  });
  test('the dialog closes during the bank’s challenge only after the challenge was cancelled', () => {
    const atBank = begun({ left: ['h'], sent: start });
    const [closing, effects] = walk([submitted, atBank, ['bank'], close]);
    expect(effects.at(-1)).toEqual(['cancel']);
    const [ended, last] = advance(closing, failed(declined), open, start);
    expect(last).toContainEqual(['close', false]);
    expect(ended.isClosing).toBe(false);
  });
  test('the dialog cancels at the bank first if it asks whether the customer still wants to pay', () => {
    const asking = [submitted, begun({ left: ['h'] }), failed({ kind: 'unattended' })];
    const [closing, effects] = walk([...asking, close]);
    expect(effects.slice(-2)).toEqual([
      ['show', 'busy'],
      ['run', 'leave'],
    ]);
    expect(effects).not.toContainEqual(['close', false]);
    expect(advance(closing, failed(declined), open, start)[1]).toContainEqual(['close', false]);
  });
  test('the dialog closes while it shows the notice, and tells the merchant’s page that the outcome is unknown', () => {
    const [, effects] = walk([submitted, begun({ sent: start }), failed({ kind: 'trouble' }), close]);
    expect(effects.at(-1)).toEqual(['close', true]);
    expect(effects).not.toContainEqual(['forget']);
  });
  test('the dialog stays open if the challenge cannot be cancelled', () => {
    const atBank = begun({ left: ['h'], sent: start });
    const [waiting] = walk([submitted, atBank, ['bank'], close, failed({ kind: 'trouble' })]);
    expect(waiting.isClosing).toBe(false);
  });
});

test('when the customer leaves, the page cancels at the bank after a challenge, and shows the card otherwise', () => {
  const notice = [submitted, begun({ left: ['h'] }), failed({ kind: 'offline' })];
  expect(walk([...notice, ['leave']])[1].slice(-2)).toEqual([
    ['show', 'busy'],
    ['run', 'leave'],
  ]);
  const [, effects] = walk([submitted, begun(), failed({ kind: 'offline' }), ['leave']]);
  expect(effects.at(-1)).toEqual(['refuse', 'cancelled']);
});

test.each([
  ['continues the payment', 1, 'go'],
  ['only looks up the outcome after two minutes', 2, 'look'],
])('a reloaded page %s', (_, minutes, step) => {
  const recalled: Event = ['recall', attemptAt(start, { sent: start })];
  const [, effects] = advance(beginning, recalled, open, start + minutes * minute);
  expect(effects[0]).toEqual(['show', 'busy']);
  expect(effects.at(-1)).toEqual(['run', step]);
});

describe('while the customer is at a method', () => {
  const waiting = failed({ kind: 'waiting' });
  const atMethod = (more: Partial<Attempt> = {}) =>
    begun({ left: ['h'], sent: start, method: { type: 'acme', until: start + 10 * minute }, ...more });
  const asked = [submitted, atMethod(), waiting];

  test('the page shows how to agree, and asks after pauses that double up to a minute', () => {
    let [progress, effects] = walk(asked);
    expect(effects.slice(1)).toEqual([
      ['show', 'method'],
      ['pause', 5000],
    ]);
    const pauses: number[] = [];
    for (let n = 0; n < 5; n++) {
      [progress, effects] = advance(progress, ['pause'], open, start + minute);
      expect(effects).toEqual([['run', 'go']]);
      [progress, effects] = advance(progress, waiting, open, start + minute);
      for (const [name, milliseconds] of effects) if (name === 'pause') pauses.push(milliseconds);
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  test('the page stops asking some minutes after the time of the method, and does not know the outcome', () => {
    const [progress] = walk(asked);
    const [asking] = advance(progress, ['pause'], open, start + 12 * minute);
    expect(advance(asking, waiting, open, start + 12 * minute)[1]).toContainEqual(['pause', 10_000]);
    expect(advance(asking, waiting, open, start + 14 * minute)[1]).toEqual([
      ['notify', 'trouble', false, false],
    ]);
  });

  test('the page asks immediately when the customer comes back, and only once', () => {
    const [progress] = walk(asked);
    const [asking, effects] = advance(progress, ['online'], open, start + minute);
    expect(effects).toEqual([
      ['show', 'method'],
      ['run', 'find'],
    ]);
    expect(advance(asking, ['online'], open, start + minute)[1]).toEqual([]);
    expect(advance(asking, waiting, open, start + minute)[1]).toContainEqual(['pause', 10_000]);
  });

  test('a customer who pays in another way gives this payment up first, and sees the form only after that', () => {
    const [leaving, effects] = walk([...asked, ['leave']]);
    expect(effects.slice(-2)).toEqual([
      ['show', 'busy'],
      ['run', 'leave'],
    ]);
    expect(advance(leaving, failed(declined), open, start)[1]).toEqual([
      ['forget'],
      ['show', 'card'],
      ['refuse', { words: ['No'] }],
    ]);
    // Florin does not know yet whether the customer has paid.
    expect(advance(leaving, waiting, open, start)[1]).toContainEqual(['show', 'method']);
    const [, unsure] = advance(leaving, failed({ kind: 'offline' }), open, start + minute);
    expect(unsure).toContainEqual(['notify', 'offline', true, false]);
  });

  test('while the page asks, the payment is given up only after the answer', () => {
    const [leaving, effects] = walk([...asked, ['pause'], ['leave']]);
    expect(effects.at(-1)).toEqual(['show', 'busy']);
    expect(effects).not.toContainEqual(['run', 'leave']);
    expect(advance(leaving, waiting, open, start)[1]).toEqual([
      ['show', 'busy'],
      ['run', 'leave'],
    ]);
    const paid = { transactionId: 'id' };
    expect(advance(leaving, ['paid', paid], open, start)[1]).toEqual([['forget'], ['succeed', paid]]);
    expect(advance(leaving, failed(declined), open, start)[1]).toContainEqual(['refuse', { words: ['No'] }]);
  });

  test('a dialog that is closed gives the payment up first', () => {
    const [closing, effects] = walk([...asked, ['close']]);
    expect(effects.at(-1)).toEqual(['run', 'leave']);
    expect(effects).not.toContainEqual(['close', expect.anything()]);
    expect(advance(closing, failed(declined), open, start)[1]).toContainEqual(['close', false]);
    expect(advance(closing, waiting, open, start)[0].isClosing).toBe(false);
  });

  test('a reloaded page, and one to which the customer has come back after a while, only asks', () => {
    const recalled: Event = ['recall', attemptAt(start, { left: ['h'], sent: start, method: {} })];
    expect(advance(beginning, recalled, open, start + 5 * minute)[1]).toEqual([
      ['show', 'busy'],
      ['show', 'busy'],
      ['run', 'look'],
    ]);
  });

  test('a link that was paid in another way meanwhile makes the page load again, which says so', () => {
    const [progress] = walk(asked);
    const ended = failed({ ...declined, isDisabled: true });
    expect(advance(progress, ended, open, start)[1]).toContainEqual(['reload']);
  });
});

test('for any events, only one step runs at a time, and no customer is charged while away', () => {
  const failures: Failure[] = [
    declined,
    { kind: 'unattended' },
    { kind: 'silent' },
    { kind: 'trouble' },
    { kind: 'offline' },
    { kind: 'waiting' },
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
      let mayLeave = false;
      for (const { choice, failure, seconds, sends, atBank } of happenings) {
        now += 1000 * seconds;
        const events: Event[] = [['online'], ['close']];
        if (progress.view === 'card') events.push(['submit', now]);
        if (progress.view === 'notice') events.push(['retry']);
        if (progress.view === 'notice' && mayLeave) events.push(['leave']);
        if (progress.view === 'method') events.push(['leave']);
        if (progress.view === 'ask') events.push(['again'], ['leave']);
        if (waitsFor?.[0] === 'pause') events.push(['pause']);
        if (waitsFor?.[0] === 'watch') events.push(['late', waitsFor[2]]);
        if (isRunning) events.push(['failed', failure], ['failed', failure]);
        if (isRunning && !progress.attempt) events.push(['begun', attemptAt(now)]);
        const event = events[choice % events.length] as Event;
        if (event[0] === 'failed') {
          isRunning = false;
          // A step changes the attempt before it ends.
          if (progress.attempt) {
            if (sends) progress.attempt.sent = now;
            if (atBank) progress.attempt.left = ['h'];
            // A step waits for a method only after the method was asked.
            if (failure.kind === 'waiting')
              Object.assign(progress.attempt, { left: ['h'], sent: now, method: { until: now + minute } });
          }
        }
        const mayHavePaid = progress.attempt?.sent !== undefined;
        const mayPayLater = progress.attempt?.left !== undefined && !mayHavePaid;
        const [next, effects] = advance(progress, event, open, now);
        for (const effect of effects) {
          if (effect[0] === 'show' || effect[0] === 'notify') waitsFor = undefined;
          if (effect[0] === 'pause' || effect[0] === 'watch') waitsFor = effect;
          if (effect[0] === 'notify') mayLeave = effect[3];
          if (effect[0] === 'refuse' && isRunning) return false;
          if (effect[0] === 'run') {
            if (isRunning) return false;
            if (effect[1] === 'go' && !isPresent(next, now)) return false;
            isRunning = true;
          }
          if (effect[0] === 'close' && effect[1] !== mayHavePaid && event[0] === 'close') return false;
          if (effect[0] === 'close' && event[0] === 'close' && mayPayLater) return false;
        }
        if (event[0] === 'pause') waitsFor = undefined;
        progress = next;
      }
      return true;
    }),
    { numRuns: 5000 },
  );
});
