import type { EvidenceInput } from '#domain/disputes/evidence.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { call } from '../requests/api.ts';
import { dateTime, money, paidBy } from '../values/format.ts';
import { t } from '../values/texts.ts';
import type { CustomerMail, Transaction } from '../values/types.ts';

/** The most earlier payments of the customer that the explanation names. */
const most = 5;

/** Reads the beginning of the evidence: the data of the payment, its receipt, and earlier payments of the customer. */
export async function knownEvidence(one: Transaction, signal: AbortSignal): Promise<EvidenceInput> {
  const { reference, name, email, description } = orderDataOf(one);
  const search = {
    'filter[email]': email,
    'filter[state]': 'successful',
    'filter[to]': one.created,
    limit: most,
  };
  const [mails, earlier] = await Promise.all([
    call<CustomerMail[]>('GET', `api/transactions/${one.id}/mails`, { signal }),
    email
      ? call<{ payments: Transaction[] }>('GET', `api/merchants/${one.merchantId}/search`, {
          query: search,
          signal,
        }).then(({ payments }) => payments)
      : [],
  ]);
  const receipt = mails.find(({ refund, outcome }) => refund === null && outcome === 'sent');
  const { address } = Object(Object(one.custom).customer) as { address?: unknown };
  const facts: [string, string | false | undefined][] = [
    [t.payment.reference, reference],
    [t.payment.created, dateTime(one.created)],
    [t.payments.amount, money(one.amount, one.currency)],
    [t.payments.means, paidBy(one)],
    [t.payment.tds, one.tds ? t.payment.tdsStates[one.tds] : false],
    [t.payment.payerEmail, email],
    [t.evidence.address, typeof address === 'string' && address.slice(0, 500)],
    [t.timeline.mails.sent.receipt, receipt && dateTime(receipt.created)],
    [
      t.payment.others,
      earlier
        .filter(({ id, disputedAmount }) => id !== one.id && disputedAmount === 0)
        .map(({ created, amount, currency }) => `${dateTime(created)} (${money(amount, currency)})`)
        .join(', '),
    ],
  ];
  return {
    explanation: facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n'),
    ...(name && { customerName: name.slice(0, 255) }),
    ...(description && { productDescription: description }),
  };
}
