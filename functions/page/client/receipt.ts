import type { PageData } from '../data.ts';
import { byId, fill, show } from './dom.ts';
import type { Paid } from './memory.ts';

/** Fills in the receipt, and says in the title of the tab that it is paid. */
export function fillReceipt(data: PageData, paid: Paid, leaving: boolean): void {
  const { redirect, again, merchant, locale, messages } = data;
  const { receipt } = messages;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  byId('paid-date').textContent = time.format(timeOf(paid));
  const { card } = paid;
  if (card) byId('paid-card').textContent = card;
  show(byId('paid-card').parentElement as HTMLElement, Boolean(card));
  byId('paid-id').textContent = paid.transactionId;
  document.title = `${receipt.title} – ${merchant}`;
  const onward = byId<HTMLAnchorElement>('onward');
  if (redirect) {
    onward.href = targetOf(redirect, paid);
    onward.textContent = fill(leaving ? receipt.leaving : receipt.back, { host: new URL(redirect).host });
  } else if (again) {
    onward.href = again;
    onward.textContent = receipt.again;
  }
  show(onward, Boolean(redirect ?? again));
}

/** By the server's clock, whatever the customer's says: ids begin with their time (`domain/id.ts`). */
const timeOf = ({ transactionId }: Paid): number =>
  1000 * Number.parseInt(transactionId.slice(0, 8), 16) + Number.parseInt(transactionId.slice(8, 11), 16);

/** The redirect's own query stays as it is. */
export function targetOf(url: string, { transactionId }: Paid): string {
  const [, front = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${front}${front.includes('?') ? '&' : '?'}transactionId=${transactionId}${fragment}`;
}
