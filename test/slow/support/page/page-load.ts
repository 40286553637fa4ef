import {
  Cancelled,
  type FrameInit,
  TimedOut,
} from '../../../../functions/payment-page/client/attempt/challenge-frame.ts';
import { beginAttempt } from '../../../../functions/payment-page/client/attempt/flow.ts';
import { forget, recall, remember } from '../../../../functions/payment-page/client/attempt/memory.ts';
import {
  type Actions,
  advance,
  beginning,
  type Event,
  type Step,
} from '../../../../functions/payment-page/client/attempt/progress.ts';
import { failureOf, makeSteps } from '../../../../functions/payment-page/client/attempt/steps.ts';
import { after, whenUnattended } from '../../../../functions/payment-page/client/basics/attention.ts';
import { Unreachable } from '../../../../functions/payment-page/client/basics/wire.ts';
import type { Card } from '../../../../functions/payment-page/client/form/card-fields.ts';
import type { PageData } from '../../../../functions/payment-page/page-data.ts';
import { send } from '../../../api/support/http.ts';
import type { Browser, Load } from './browser.ts';

/** The last word of the page. `unclear`: the dialog was closed, and the payment may have been made. */
export type End = { says: 'paid'; id: string } | { says: 'not charged' | 'unclear' | 'link ended' };

/** The bank, while it asks the customer. */
interface Bank {
  /** The page that leads to the bank. */
  page: string;
  resolve(hints: string[]): void;
  reject(error: Error): void;
}

/** One load of the payment page, as `payment.ts` makes it, but without its document. */
export class PageLoad implements Load {
  isAlive = true;
  isOffline = false;
  progress = beginning;
  /** Whether the notice has the button that leaves the payment. */
  mayLeave = false;
  bank: Bank | undefined;
  end: End | undefined;
  private endWait = (): void => {};
  private readonly steps: ReturnType<typeof makeSteps>;

  constructor(
    private readonly browser: Browser,
    private readonly data: PageData,
    card: Card,
    private readonly note: (line: string) => void,
  ) {
    const stage = {
      background: {} as HTMLElement,
      showBusy: () => this.apply('busy'),
      showBank: () => {
        this.apply('bank');
        return { place: {} as HTMLElement, cancel: {} as HTMLElement };
      },
    };
    const begin = async () =>
      this.apply('begun', await beginAttempt(data, card, {}, this.progress.pressed, undefined));
    this.steps = makeSteps(data, stage, () => this.progress.attempt, begin);
    const { attempt } = browser.loads.run(this, recall);
    if (attempt) this.apply('recall', attempt);
    else if (data.ended) this.end = { says: 'link ended' };
    else this.apply('submit', Date.now());
  }

  apply(...event: Event): void {
    if (!this.isAlive) return;
    const [next, effects] = advance(this.progress, event, this.data, Date.now());
    const names = effects.map(([name, first]) => `${name} ${typeof first === 'object' ? '' : first}`);
    this.note(` ${event[0]} → ${names.join(', ')}`);
    this.progress = next;
    this.browser.loads.run(this, () => {
      for (const [name, ...given] of effects) (this.actions[name] as (...given: unknown[]) => void)(...given);
    });
  }

  /** Plays the bank's iframe: a customer who is not there does not answer it. */
  async ask(init: FrameInit): Promise<string[]> {
    if (this.isOffline) throw new Unreachable();
    const { text } = await this.browser.loads.exit(() =>
      send(init.action, init.method, { form: init.fields }),
    );
    try {
      return await new Promise((resolve, reject) => {
        after(init.timeout, () => reject(new TimedOut()));
        this.bank = { page: text, resolve, reject };
      });
    } finally {
      this.bank = undefined;
    }
  }

  setOffline(isOffline: boolean): void {
    this.isOffline = isOffline;
    if (isOffline) this.bank?.reject(new Unreachable());
    else this.apply('online');
  }

  private readonly actions: Actions = {
    show: () => this.endWait(),
    run: (step) => void this.run(step),
    notify: (_problem, _isAttended, mayLeave) => {
      this.endWait();
      this.mayLeave = mayLeave;
    },
    pause: (milliseconds) => {
      this.endWait = after(milliseconds, () => this.apply('pause'));
    },
    watch: (pressed, failure) => {
      this.endWait = whenUnattended(pressed, () => this.apply('late', failure));
    },
    refuse: () => this.finish({ says: 'not charged' }),
    succeed: ({ transactionId }) => this.finish({ says: 'paid', id: transactionId }),
    cancel: () => this.bank?.reject(new Cancelled()),
    close: (isUnknown) => this.finish({ says: isUnknown ? 'unclear' : 'not charged' }),
    remember: (attempt) => remember({ attempt }),
    forget,
    reload: () => this.finish({ says: 'link ended' }),
  };

  private finish(end: End): void {
    this.end ??= end;
  }

  private async run(step: Step): Promise<void> {
    try {
      const transactionId = await this.steps[step]();
      this.apply('paid', { transactionId });
    } catch (error) {
      this.apply('failed', failureOf(error, this.data));
    }
  }
}
