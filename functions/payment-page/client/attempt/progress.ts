import type { PageData } from '../../page-data.ts';
import { isAttended } from '../basics/attention.ts';
import { type Attempt, isTooOld, type Paid } from './memory.ts';
import type { Refusal } from './refusals.ts';

export const views = ['card', 'busy', 'bank', 'method', 'notice', 'ask', 'receipt'] as const;
export type View = (typeof views)[number];

/** The progress of a payment on the page. {@link advance} is the only function that makes a new one. */
export interface Progress {
  view: View;
  /** A payment is under way, so a press of the button does not start another one. */
  isBusy: boolean;
  /** When the customer last pressed a button that pays. The attempt alone stores presses while the bank asks. */
  pressed: number;
  /**
   * The attempt that may have become a payment. The payment's steps change it. {@link advance} changes only its
   * `pressed`.
   */
  attempt?: Attempt;
  /**
   * The customer has closed the dialog while the bank was asking. The dialog closes once the customer has left the
   * bank.
   */
  isClosing: boolean;
  /** A step runs behind the notice, or behind the view of a method, and asks whether the bank has answered. */
  isAsking: boolean;
  /** The customer has left the method while a step was asking. The payment is given up once the step has ended. */
  isLeaving: boolean;
  /** Milliseconds until the page asks again whether the bank has answered. */
  pause: number;
}

/** Facts of the page's link, which no event changes. */
export type Terms = Pick<PageData, 'ended' | 'linkId'>;

/** Why a step ended without the id of a transaction. */
export type Failure =
  /** Nothing was paid. `isDisabled`: the merchant takes no payments, or the link has ended. */
  | { kind: 'refused'; refusal: Refusal; isDisabled: boolean }
  /** The customer may not be present any more, so the page must not charge them. */
  | { kind: 'unattended' }
  /** The customer has not agreed with their method yet, or its answer is not known yet. */
  | { kind: 'waiting' }
  | Trouble;

/**
 * The payment may have been made: the acquirer has not answered, the customer is offline, or Florin has a failure.
 */
export interface Trouble {
  kind: 'silent' | 'offline' | 'trouble';
}

/**
 * An event, with its data. `bank`: the bank begins to ask the customer. `busy`: the customer has left the bank's
 * page.
 */
export type Event =
  /** The form is complete, and its button was pressed at that time. */
  | ['submit', at: number]
  /** The vault has sealed the card. */
  | ['begun', Attempt]
  /** The tab was reloaded while a payment was under way. */
  | ['recall', Attempt]
  | ['bank']
  | ['busy']
  | ['paid', Paid]
  | ['failed', Failure]
  /** The pause of the action `pause` is over. */
  | ['pause']
  /** The customer may have left; follows from the action `watch`. */
  | ['late', Trouble]
  /** The connection is back, or the customer has come back to this tab. */
  | ['online']
  | ['retry']
  | ['again']
  | ['leave']
  | ['close'];

/** A step that may return the id of a transaction. `look` and `find` charge nobody; `find` runs behind the notice. */
export type Step = 'go' | 'look' | 'find' | 'leave';

/** The page's actions after an event, which are performed in order. */
export interface Actions {
  /** Shows a view, and stops waiting for the event `late`. */
  show(view: View): void;
  run(step: Step): void;
  /** Shows the notice with the problem. `mayLeave`: every request so far has certainly paid nothing. */
  notify(problem: Trouble['kind'], isAttended: boolean, mayLeave: boolean): void;
  /** Triggers the event `pause` after so many milliseconds. */
  pause(milliseconds: number): void;
  /** Triggers the event `late` once the last press is so long ago that the customer may have left. */
  watch(pressed: number, failure: Trouble): void;
  refuse(refusal: Refusal | 'cancelled' | 'tooOld'): void;
  succeed(paid: Paid): void;
  /** Presses the button that leaves the bank. */
  cancel(): void;
  close(isUnknown: boolean): void;
  remember(attempt: Attempt): void;
  /** Forgets the card, and the attempt in the tab's memory. */
  forget(): void;
  reload(): void;
}

/** An action, with its arguments. */
export type Effect = { [Name in keyof Actions]: [Name, ...Parameters<Actions[Name]>] }[keyof Actions];

type Next = [Progress, Effect[]];

/**
 * In milliseconds. After the first pause the page asks whether the bank has answered. Each further pause is twice as
 * long.
 */
const firstPause = 5000;
const longestPause = 60_000;

export const beginning: Progress = {
  view: 'card',
  isBusy: false,
  pressed: 0,
  isClosing: false,
  isAsking: false,
  isLeaving: false,
  pause: firstPause,
};

/** Whether the customer still counts as present. */
export const isPresent = (progress: Progress, now: number): boolean => isAttended(pressedAt(progress), now);

const pressedAt = ({ attempt, pressed }: Progress): number => attempt?.pressed ?? pressed;

/**
 * Advances the progress by an event, and returns the page's actions. This function uses neither the document, nor the
 * network, nor the clock, so that unit tests can try every path through a payment. The inner functions share the next
 * progress as variables, because a minifier shortens the names of variables, but not of properties.
 *
 * @param now milliseconds since 1970
 */
export function advance(progress: Progress, event: Event, terms: Terms, now: number): Next {
  const next = { ...progress };
  const effects: Effect[] = [];
  apply(event);
  return [next, effects];

  function apply([type, given]: Event): void {
    if (type === 'submit') {
      if (next.isBusy) return;
      next.pressed = given;
      run('go');
    } else if (type === 'begun') next.attempt = given;
    else if (type === 'recall') {
      next.attempt = given;
      continuePayment();
    } else if (type === 'bank' || type === 'busy') show(type);
    else if (type === 'paid') {
      end();
      next.view = 'receipt';
      addEffect('succeed', given);
    } else if (type === 'failed') {
      next.isAsking = false;
      if (next.isLeaving && given.kind !== 'refused') giveUp();
      else afterFailure(given);
    } else if (type === 'late') wait(given);
    else if (type === 'pause') {
      // The notice would let the customer leave a payment that was not sent yet, while this step could still pay.
      if (next.attempt?.sent) next.isAsking = true;
      else show('busy');
      run(isCustomerPresent() ? 'go' : 'find');
    } else if (type === 'again') {
      press();
      show('busy');
      run('go');
    } else if (type === 'leave') {
      if (!next.attempt?.left) fail('cancelled');
      else {
        press();
        if (next.isAsking) {
          next.isLeaving = true;
          show('busy');
        } else giveUp();
      }
    } else if (type === 'close') close();
    else {
      if (type === 'retry' && isCustomerPresent()) press();
      resume();
    }
  }

  function addEffect(...effect: Effect): void {
    effects.push(effect);
  }

  function isCustomerPresent(): boolean {
    return isPresent(next, now);
  }

  function show(view: View): void {
    next.view = view;
    addEffect('show', view);
  }

  function run(step: Step): void {
    next.isBusy = true;
    if (step === 'look') show('busy');
    addEffect('run', step);
  }

  /** Pays while the customer counts as present. After that, it only looks for the outcome. */
  function continuePayment(): void {
    show('busy');
    run(isCustomerPresent() ? 'go' : 'look');
  }

  function resume(): void {
    if (next.view === 'method' && !next.isAsking) {
      // Shows the view again, which ends its pause.
      show('method');
      next.isAsking = true;
      run('find');
    }
    if (next.view !== 'notice') return;
    if (next.isAsking) show('busy');
    else continuePayment();
  }

  function afterFailure(failure: Failure): void {
    if (failure.kind === 'refused') {
      if (failure.isDisabled && terms.linkId) reopen();
      else fail(failure.refusal);
    } else if (failure.kind === 'waiting') waitForMethod();
    else if (failure.kind !== 'unattended') wait(failure);
    else if (next.attempt?.sent) run('look');
    else ask();
  }

  /** Asks again after a pause. The customer sees how to agree, and for how long. */
  function waitForMethod(): void {
    if (!next.attempt || isTooOld(next.attempt, now)) {
      wait({ kind: 'trouble' });
      return;
    }
    next.isClosing = false;
    show('method');
    pauseBeforeAsking();
  }

  function pauseBeforeAsking(): void {
    addEffect('pause', next.pause);
    next.pause = Math.min(2 * next.pause, longestPause);
  }

  /** Shows the notice. The payment continues when the connection returns, or when the customer presses the button. */
  function wait(failure: Trouble): void {
    const { kind } = failure;
    const { attempt } = next;
    const sent = attempt?.sent;
    next.isClosing = false;
    if (kind === 'silent' && attempt && !isTooOld(attempt, now)) {
      next.view = 'notice';
      addEffect('notify', kind, true, !sent);
      pauseBeforeAsking();
      return;
    }
    const isAttended = isCustomerPresent();
    if (!isAttended && !sent) {
      ask();
      return;
    }
    next.view = 'notice';
    addEffect('notify', kind === 'silent' ? 'trouble' : kind, isAttended, !sent);
    if (isAttended) addEffect('watch', pressedAt(next), failure);
  }

  /**
   * Asks the customer to press the button again. Nothing was paid, and nothing will be paid without another press.
   */
  function ask(): void {
    const { attempt } = next;
    if (!attempt || !isTooOld(attempt, now)) show('ask');
    else if (attempt.left) giveUp();
    else fail('tooOld');
  }

  /** Stores that the customer has pressed a button, so that they count as present. */
  function press(): void {
    next.pressed = now;
    const { attempt } = next;
    if (!attempt) return;
    attempt.pressed = now;
    addEffect('remember', attempt);
  }

  function giveUp(): void {
    next.isLeaving = false;
    show('busy');
    run('leave');
  }

  /**
   * Ends a payment by which nothing was paid. The page shows the card fields again, and what the customer can do.
   */
  function fail(refusal: Refusal | 'cancelled' | 'tooOld'): void {
    if (terms.ended) {
      reopen();
      return;
    }
    end();
    show('card');
    if (next.isClosing) close();
    next.isClosing = false;
    addEffect('refuse', refusal);
  }

  /**
   * Reloads the page, as the link has ended and this attempt has not paid. The server then says how the link has
   * ended.
   */
  function reopen(): void {
    next.attempt = undefined;
    addEffect('forget');
    show('busy');
    addEffect('reload');
  }

  /** Ends the attempt. */
  function end(): void {
    Object.assign(next, { attempt: undefined, pause: firstPause, isBusy: false, isLeaving: false });
    addEffect('forget');
  }

  /** Closes the dialog, but not while a payment may just be going through. */
  function close(): void {
    const { attempt, view } = next;
    if (attempt && (view === 'card' || view === 'busy')) return;
    const isUnknown = attempt?.sent !== undefined;
    // The customer could still agree in their bank's app, so the bank must first be told that they have left.
    if (attempt?.left && (view === 'bank' || view === 'method' || !isUnknown)) {
      next.isClosing = true;
      if (view === 'bank') addEffect('cancel');
      else apply(['leave']);
      return;
    }
    if (!isUnknown) addEffect('forget');
    addEffect('close', isUnknown);
  }
}
