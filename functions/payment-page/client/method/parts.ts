import type { PageData } from '../../page-data.ts';
import type { Attempt } from '../attempt/memory.ts';
import type { Event, Failure, Progress, Step } from '../attempt/progress.ts';
import type { Opener } from '../basics/embedding.ts';
import type { post } from '../basics/wire.ts';
import type { makePayer } from '../form/payer-fields.ts';

/** The functions that the page's script gives to the scripts for methods. Classes of errors have one copy, which is the page's. */
export interface MethodPage {
  data: PageData;
  progress(): Progress;
  applyEvent(...event: Event): void;
  payer: ReturnType<typeof makePayer>;
  opener: Opener | undefined;
  post: typeof post;
  failureOf(error: unknown, data: PageData): Failure;
}

/** Thrown by a step of a method, with its translation. */
export interface MethodError extends Error {
  failure: Failure;
}

/** The functions that the scripts for methods give to the page's script, on pages that load them. */
export interface MethodParts {
  /** The choice of a method; undefined if the customer pays by card. */
  chosen(): HTMLInputElement | undefined;
  /** Whether the code is complete, if the chosen method needs one. Shows the fault. */
  isComplete(): boolean;
  start(page: MethodPage): void;
  /** The steps of a payment by a method, as the page has them for cards. */
  steps: Record<Step, () => Promise<string>>;
  /** Fills in the part of the page that waits for the customer to agree. */
  showWaiting(): void;
}

/** The functions of the script that is loaded when the customer chooses a method. */
export interface MethodRun extends Pick<MethodParts, 'showWaiting'> {
  /** Begins a payment, or continues it, until its outcome is known or the customer must act. */
  go(attempt: Attempt | undefined, chosen: HTMLInputElement | undefined, tab: Window | null): Promise<string>;
  leave(attempt: Attempt): Promise<string>;
}

declare global {
  interface Window {
    florinMethods?: MethodParts;
    florinMethod?: (page: MethodPage) => MethodRun;
  }
}
