import type { ReceivedEvent } from '#acquirer/events.ts';
import { log } from '#observability/log.ts';
import { foreignEvent } from '#observability/metrics.ts';

/** Says in the log, and counts, that an account has reported of a payment of another account. */
export const logForeign = ({ type, account }: Pick<ReceivedEvent, 'type' | 'account'>): void =>
  log('error', {
    event: type,
    account,
    message: 'Ignored: the payment is of another account',
    ...foreignEvent(),
  });
