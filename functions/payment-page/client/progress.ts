import { isAttended } from './attention.ts';
import { type Attempt, isTooOld, type Paid } from './memory.ts';
import type { Refusal } from './refusals.ts';

export const views = ['card', 'busy', 'bank', 'notice', 'ask', 'receipt'] as const;
export type View = (typeof views)[number];

/** The progress of a payment on the page. {@link advance} is the only function that makes a new one. */
export interface Progress {
  view: View;
  /** A payment is under way: the button starts no second one, however often it is pressed. */
  isBusy: boolean;
  /** When the customer pressed a button that pays. The attempt knows of later presses, at the bank. */
  pressed: number;
  /** From here on there may be a payment. The steps of the payment change it; this module only reads it. */
  attempt?: Attempt;
  /** The customer has closed the dialog while the bank was asking: the dialog closes when the bank is left. */
  isClosing: boolean;
  /** A step runs behind the notice, and asks whether the bank has answered. */
  isListening: boolean;
  /** Milliseconds until the page asks again whether the bank has answered. */
  pause: number;
}

/** Facts of the page's link, which no event changes. */
export interface Terms {
  /** The link had ended when the page was made: the page only finds out what became of an earlier attempt. */
  hasEnded: boolean;
  /** The merchant's server has made the link, so that a refusal as `disabled` may mean that the link has ended. */
  isByLink: boolean;
}

/** Why a step ended without the id of a transaction. */
export type Failure =
  /** Nothing was paid. `isDisabled`: the merchant takes no payments, or the link has ended. */
  | { kind: 'refused'; refusal: Refusal; isDisabled: boolean }
  /** Nobody may be there any more to be charged. */
  | { kind: 'unattended' }
  /** The acquirer has not answered yet. */
  | { kind: 'open' }
  /** The customer is offline, or Florin is in trouble: the payment may have been made. */
  | { kind: 'unreachable' | 'trouble' };

export type Event =
  /** The form is complete, and its button was pressed at that time. */
  | { type: 'submitted'; at: number }
  /** The vault has sealed the card. */
  | { type: 'begun'; attempt: Attempt }
  /** The tab was reloaded while a payment was under way. */
  | { type: 'recalled'; attempt: Attempt }
  | { type: 'bank opened' }
  | { type: 'bank left' }
  | { type: 'succeeded'; paid: Paid }
  | { type: 'failed'; failure: Failure }
  /** The time that {@link Effect} `listen` or `wait` has asked for is over. */
  | { type: 'pause over' }
  | { type: 'patience over'; failure: Failure }
  | { type: 'online' }
  | { type: 'retry pressed' }
  | { type: 'again pressed' }
  | { type: 'leave pressed' }
  | { type: 'close pressed' };

/** A step that may end in the id of a transaction. `look` and `find out` charge nobody; `find out` stays behind the notice. */
export type Step = 'go on' | 'look' | 'find out' | 'give up';

/** An action of the page after an event. The actions are performed in order. */
export type Effect =
  /** Shows a view, and ends what waits for the clock. */
  | { do: 'show'; view: View }
  | { do: 'run'; step: Step }
  /** Says in the notice what is wrong. `mayLeave`: nothing was sent that may have paid. */
  | {
      do: 'notify';
      problem: 'unreachable' | 'trouble' | 'open';
      isAttended: boolean;
      mayLeave: boolean;
    }
  /** Brings the event `pause over` after so many milliseconds. */
  | { do: 'listen'; milliseconds: number }
  /** Brings the event `patience over` when the customer may not be there any more. */
  | { do: 'wait'; pressed: number; failure: Failure }
  | { do: 'refuse'; refusal: Refusal | 'cancelled' | 'too old' }
  | { do: 'show receipt'; paid: Paid }
  | { do: 'press cancel' }
  | { do: 'close'; isUnknown: boolean }
  | { do: 'remember'; attempt: Attempt }
  | { do: 'forget' }
  | { do: 'clear card' }
  | { do: 'reload' };

type Next = [Progress, Effect[]];

/** In milliseconds: the page asks after the first pause whether the bank has answered, and then after twice as long. */
const firstPause = 5000;
const longestPause = 60_000;

export const beginning: Progress = {
  view: 'card',
  isBusy: false,
  pressed: 0,
  isClosing: false,
  isListening: false,
  pause: firstPause,
};

/** Whether the customer is taken to be there still. */
export const isThere = ({ attempt, pressed }: Progress, now: number): boolean =>
  isAttended(attempt?.pressed ?? pressed, now);

/**
 * Advances the progress by an event, and says what the page has to do. Nothing here touches the document, the network
 * or the clock, so that unit tests can walk every way through a payment.
 *
 * @param now milliseconds since 1970 /
 */
export function advance(progress: Progress, event: Event, terms: Terms, now: number): Next {
  const { view, attempt, isListening } = progress;
  switch (event.type) {
    case 'submitted':
      return progress.isBusy ? [progress, []] : run({ ...progress, pressed: event.at }, 'go on');
    case 'begun':
      return [{ ...progress, attempt: event.attempt }, []];
    case 'recalled': {
      const recalled = { ...progress, attempt: event.attempt, pressed: event.attempt.pressed };
      return then(show(recalled, 'busy'), (shown) => run(shown, stepOf(shown, now)));
    }
    case 'bank opened':
      return show(progress, 'bank');
    case 'bank left':
      return show(progress, 'busy');
    case 'succeeded':
      return then(end(progress), (ended) => [
        { ...ended, view: 'receipt' },
        [{ do: 'show receipt', paid: event.paid }],
      ]);
    case 'failed':
      return afterFailure({ ...progress, isListening: false }, event.failure, terms, now);
    case 'patience over':
      return wait(progress, event.failure, terms, now);
    case 'pause over':
      return run({ ...progress, isListening: true }, isThere(progress, now) ? 'go on' : 'find out');
    case 'online':
      return resume(progress, now);
    case 'retry pressed':
      return isThere(progress, now)
        ? then(press(progress, now), (pressed) => resume(pressed, now))
        : resume(progress, now);
    case 'again pressed':
      return then(
        then(press(progress, now), (pressed) => show(pressed, 'busy')),
        (shown) => run(shown, 'go on'),
      );
    case 'leave pressed':
      return attempt?.left ? then(press(progress, now), giveUp) : fail(progress, 'cancelled', terms);
    case 'close pressed':
      return close(progress);
  }
  function resume(from: Progress, at: number): Next {
    if (view !== 'notice') return [from, []];
    return then(show(from, 'busy'), (shown) => (isListening ? [shown, []] : run(shown, stepOf(shown, at))));
  }
}

/** The customer's press is carried out by itself for as long as they are taken to be there; afterwards the page only looks. */
const stepOf = (progress: Progress, now: number): Step => (isThere(progress, now) ? 'go on' : 'look');

function then([progress, effects]: Next, more: (progress: Progress) => Next): Next {
  const [last, rest] = more(progress);
  return [last, [...effects, ...rest]];
}

const show = (progress: Progress, view: View): Next => [{ ...progress, view }, [{ do: 'show', view }]];

function run(progress: Progress, step: Step): Next {
  const busy = { ...progress, isBusy: true };
  return then(step === 'look' ? show(busy, 'busy') : [busy, []], (shown) => [shown, [{ do: 'run', step }]]);
}

function afterFailure(progress: Progress, failure: Failure, terms: Terms, now: number): Next {
  if (failure.kind === 'refused')
    return failure.isDisabled && terms.isByLink ? reopen(progress) : fail(progress, failure.refusal, terms);
  if (failure.kind !== 'unattended') return wait(progress, failure, terms, now);
  return progress.attempt?.sent ? run(progress, 'look') : ask(progress, terms, now);
}

/** The page goes on by itself when the connection is back, or with the button, while somebody is there to be charged. */
function wait(from: Progress, failure: Failure, terms: Terms, now: number): Next {
  const progress = { ...from, isClosing: false };
  const { attempt, pause } = progress;
  const attended = isThere(progress, now);
  const notify = (problem: 'unreachable' | 'trouble' | 'open', isAttended: boolean): Next => [
    { ...progress, view: 'notice' },
    [{ do: 'notify', problem, isAttended, mayLeave: !attempt?.sent }],
  ];
  if (failure.kind === 'open' && attempt && !isTooOld(attempt, now))
    return then(notify('open', true), (shown) => [
      { ...shown, pause: Math.min(2 * pause, longestPause) },
      [{ do: 'listen', milliseconds: pause }],
    ]);
  if (!attended && !attempt?.sent) return ask(progress, terms, now);
  const { pressed = progress.pressed } = attempt ?? {};
  return then(notify(failure.kind === 'unreachable' ? 'unreachable' : 'trouble', attended), (shown) => [
    shown,
    attended ? [{ do: 'wait', pressed, failure }] : [],
  ]);
}

/** Nothing was paid, and nothing will be without another press. */
function ask(progress: Progress, terms: Terms, now: number): Next {
  const { attempt } = progress;
  if (!attempt || !isTooOld(attempt, now)) return show(progress, 'ask');
  return attempt.left ? giveUp(progress) : fail(progress, 'too old', terms);
}

/** The customer is there. */
function press(progress: Progress, now: number): Next {
  const { attempt } = progress;
  if (!attempt) return [{ ...progress, pressed: now }, []];
  const pressed = Object.assign(attempt, { pressed: now });
  return [{ ...progress, pressed: now, attempt: pressed }, [{ do: 'remember', attempt: pressed }]];
}

const giveUp = (progress: Progress): Next => then(show(progress, 'busy'), (shown) => run(shown, 'give up'));

/** The payment is over, and nothing was paid: the page shows the card again, and what can be done. */
function fail(progress: Progress, refusal: Refusal | 'cancelled' | 'too old', { hasEnded }: Terms): Next {
  if (hasEnded) return reopen(progress);
  return then(
    then(end(progress), (ended) => show(ended, 'card')),
    (shown) => {
      const [closed, effects]: Next = progress.isClosing ? close(shown) : [shown, []];
      return [{ ...closed, isClosing: false }, [...effects, { do: 'refuse', refusal }]];
    },
  );
}

/** The link has ended, and nothing was paid here: the server says how, to a page that remembers nothing. */
const reopen = (progress: Progress): Next => [
  { ...progress, attempt: undefined, view: 'busy' },
  [{ do: 'forget' }, { do: 'show', view: 'busy' }, { do: 'reload' }],
];

/** Nothing is under way any more. */
const end = (progress: Progress): Next => [
  { ...progress, attempt: undefined, pause: firstPause, isBusy: false },
  [{ do: 'forget' }, { do: 'clear card' }],
];

/** Closes the dialog, but not while a payment may just be going through. */
function close(progress: Progress): Next {
  const { attempt, view } = progress;
  if (attempt && (view === 'card' || view === 'busy')) return [progress, []];
  if (attempt?.left && view === 'bank') return [{ ...progress, isClosing: true }, [{ do: 'press cancel' }]];
  const isUnknown = attempt?.sent !== undefined;
  return [progress, [...(isUnknown ? [] : [{ do: 'forget' } as const]), { do: 'close', isUnknown }]];
}
