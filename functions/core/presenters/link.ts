import { posUrl } from '#aws/pos-url.ts';
import { type Id, idDate } from '#domain/id.ts';
import { type PaymentLink, statusOf } from '#domain/transactions/link.ts';

/** The URL at which customers open the link. */
export const urlOf = (id: Id): string => `${posUrl}/l/${id}`;

/** A link as the API shows it. */
export const present = (link: PaymentLink) => {
  const { id, merchantId, test, amount, currency, text, statement, lines, reference, redirect, cancel } =
    link;
  const { expiresAt, uses, paid, email, customer, locale, recurring, capture, ask, methods } = link;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    url: urlOf(id),
    status: statusOf(link),
    amount,
    currency,
    text: text ?? null,
    statement: statement ?? null,
    // DynamoDB does not keep the order of a map's fields, so this fixes the order.
    lines: lines?.map(({ text, quantity, amount }) => ({ text, quantity, amount })) ?? null,
    reference: reference ?? null,
    redirect: redirect ?? null,
    cancel: cancel ?? null,
    expires: expiresAt ?? null,
    uses,
    paid,
    email: email ?? null,
    customer: customer ?? null,
    locale: locale ?? null,
    recurring,
    capture: capture ?? null,
    ask: ask ?? null,
    methods: methods ?? null,
  };
};
