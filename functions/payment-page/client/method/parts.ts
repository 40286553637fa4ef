import type { PageData } from '../../page-data.ts';
import type { Attempt, Paid } from '../attempt/memory.ts';
import type { Event, Failure, Progress, Step } from '../attempt/progress.ts';
import type { Opener } from '../basics/embedding.ts';
import type { post } from '../basics/wire.ts';
import type { makePayer } from '../form/payer-fields.ts';

/** The functions that the page's script gives to the script that it loads later. Classes of errors have one copy, which is the page's. */
export interface LaterPage {
  data: PageData;
  progress(): Progress;
  applyEvent(...event: Event): void;
  payer(): ReturnType<typeof makePayer>;
  opener: Opener | undefined;
  post: typeof post;
  failureOf(error: unknown, data: PageData): Failure;
  /** The choice of a method; undefined if the customer pays by card. */
  chosen(): HTMLInputElement | undefined;
  /** Whether the customer has come back from their method with this load of the page. */
  isReturned: boolean;
  /** Called after new texts or fields have come, to rewrite the texts that the page's script has written. */
  onTexts(): void;
}

/** Thrown by a step of a method, with its translation. */
export interface MethodError extends Error {
  failure: Failure;
}

/** The functions for other methods than a card. */
export interface MethodParts {
  /** Shows what the chosen method needs. */
  showNeeds(): void;
  /** Whether the code is complete, if the chosen method needs one. Shows the fault. */
  isComplete(): boolean;
  /** The steps of a payment by a method, as the page has them for cards. */
  steps: Record<Step, () => Promise<string>>;
  /** Fills in the part of the page that waits for the customer to agree. */
  showWaiting(): void;
}

/** The steps of a payment by a method, with what they need. */
export interface MethodRun extends Pick<MethodParts, 'showWaiting'> {
  /** Begins a payment, or continues it, until its outcome is known or the customer must act. */
  go(attempt: Attempt | undefined, chosen: HTMLInputElement | undefined, tab: Window | null): Promise<string>;
  leave(attempt: Attempt): Promise<string>;
}

/** The functions of the script that the page loads when the customer asks for one of them. */
export interface Later {
  /** Loads the texts for methods, and returns the functions. It fails if the server cannot be reached. */
  methods(): Promise<MethodParts>;
  changeLanguage(choice: HTMLButtonElement): Promise<void>;
  offerMail(paid: Paid): void;
}

declare global {
  interface Window {
    florinLater: (page: LaterPage) => Later;
  }
}
