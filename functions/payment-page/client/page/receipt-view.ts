import type { PageData } from '../../page-data.ts';
import type { Paid } from '../attempt/memory.ts';
import { byId, fill, show } from '../basics/dom.ts';

/** Fills in the receipt, and shows in the title of the tab that the payment succeeded. */
export function fillReceipt(data: PageData, paid: Paid, leaving: boolean): void {
  const { redirect, again, merchant, locale, messages } = data;
  const { receipt } = messages;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  byId('paid-date').textContent = time.format(timeOf(paid));
  byId('paid-card').textContent = paid.card ?? null;
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
  show(byId('mail'), !(leaving && redirect));
}

/** The time by the server's clock, as the customer's clock may be wrong: ids begin with their time (`domain/id.ts`). */
const timeOf = ({ transactionId }: Paid): number =>
  1000 * Number.parseInt(transactionId.slice(0, 8), 16) + Number.parseInt(transactionId.slice(8, 11), 16);

/** Adds the transaction's id to the redirect URL, and leaves the URL's own query as it is. */
export function targetOf(url: string, { transactionId }: Paid): string {
  const [, front = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${front}${front.includes('?') ? '&' : '?'}transactionId=${transactionId}${fragment}`;
}
