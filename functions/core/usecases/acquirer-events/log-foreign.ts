import type { ReceivedEvent } from '#acquirer/events.ts';
import { log } from '#observability/log.ts';
import { foreignEvent } from '#observability/metrics.ts';

/** Logs and counts an event in which one account reports a payment of another account. */
export const logForeign = ({ type, account }: Pick<ReceivedEvent, 'type' | 'account'>): void =>
  log('error', {
    event: type,
    account,
    message: 'Ignored: the payment is of another account',
    ...foreignEvent(),
  });
