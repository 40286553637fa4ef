import type { Settings } from '../../../stripe/stand-in/account.ts';
import type { Movement, Scene } from './florin.ts';

/** A step in a life: a request of the merchant or the customer to Florin, or a change at the acquirer. */
export type Step = (scene: Scene) => unknown;

/** The state in which a life begins. The table does not show the lines and webhooks of that state. */
export type Beginning = 'merchant' | 'authorized' | 'captured';

export interface Life {
  /** The first cell of its row in `docs/lives.md`. */
  name: string;
  begins: Beginning;
  /** The payment's currency, EUR if absent. The account is in EUR. */
  currency?: string;
  settings?: Partial<Settings>;
  steps: readonly Step[];
  /**
   * Set if the acquirer's books have no entry of this life, so that the order of entries and events has no effect.
   */
  withoutEntries?: true;
  /** Set if the life is also played without events, so that only the reconciliation finds its changes. */
  unheard?: true;
}

/** The amount of each payment, in minor units. */
export const paid = 10000;

/** The merchant's request to move money. */
export const move =
  (kind: Movement, amount: number): Step =>
  (scene) =>
    scene.live.move(scene, kind, amount);

/** The payment's intent at the acquirer, once the customer has begun to pay. */
export const intentOf = ({ live, account }: Scene) => live.stripe.books(account).intents[0];
