import type { PageData } from '../../page-data.ts';
import { untilSettled } from '../basics/attention.ts';
import { Open, Refused, Unreachable } from '../basics/wire.ts';
import {
  CustomerMayHaveLeft,
  finish,
  integrationDisabled,
  leave,
  resolveAttempt,
  type Stage,
} from './flow.ts';
import { type Attempt, remember } from './memory.ts';
import type { Failure, Step } from './progress.ts';
import { refusalOf } from './refusals.ts';

/**
 * The steps of a payment. Each may end in the id of a transaction.
 *
 * @param attempt returns the attempt that is under way
 * @param begin sends the card to the vault. After that there is an attempt
 */
export function makeSteps(
  data: PageData,
  stage: Stage,
  attempt: () => Attempt | undefined,
  begin: () => Promise<void>,
): Record<Step, () => Promise<string>> {
  return {
    /** Pays from the beginning, or from where the payment stopped. */
    async go() {
      if (!attempt()) await begin();
      return finish(data, attempt() as Attempt, stage);
    },
    look: resolveLostRequest,
    find: resolveLostRequest,
    leave: () => leave(data, attempt() as Attempt, stage),
  };

  /** Resolves a request whose answer was lost. It cannot pay. */
  async function resolveLostRequest(): Promise<string> {
    const lost = attempt();
    if (lost?.sent) {
      await untilSettled(lost.sent);
      const id = await resolveAttempt(data, lost);
      if (id) return id;
      lost.sent = undefined;
      remember({ attempt: lost });
    }
    throw new CustomerMayHaveLeft();
  }
}

/** Translates the error with which a step has ended. */
export function failureOf(error: unknown, data: PageData): Failure {
  const isDisabled = error instanceof Refused && error.code === integrationDisabled;
  const refusal = refusalOf(error, data);
  if (refusal) return { kind: 'refused', refusal, isDisabled };
  if (error instanceof CustomerMayHaveLeft) return { kind: 'unattended' };
  if (error instanceof Open) return { kind: 'silent' };
  return { kind: error instanceof Unreachable ? 'offline' : 'trouble' };
}
