import { type Id, idDate } from '#domain/id.ts';
import { nameInMail } from '#domain/mail.ts';
import type { Merchant } from '#domain/merchant.ts';
import { maskedCard } from '#domain/receipt.ts';
import { showMoney } from '#domain/show-money.ts';
import type { Transaction } from '#domain/transaction.ts';
import { markup } from '#html/markup.ts';
import { fill } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { mailHtml, paragraphs } from './html.ts';
import type { Mail } from './ses.ts';

/** What a receipt is about. */
export interface Receipt {
  merchant: Pick<Merchant, 'id' | 'name' | 'descriptor' | 'test'>;
  transaction: Pick<Transaction, 'id' | 'currency' | 'amount' | 'descriptor' | 'card'> & { custom?: unknown };
  /** Money that went back, in place of the payment: minor units of its currency. */
  refund?: { id: Id; amount: number };
}

/**
 * Tells a customer of their payment, or of a refund of it. Whoever makes a merchant, or a link, chooses its names: they
 * stand there cleaned, or not at all. There is nothing to click on.
 */
export function receiptMail(
  to: string,
  { merchant, transaction, refund }: Receipt,
  locale: string,
  { receipt, mail, test }: PageMessages,
): Mail {
  const { id, currency, card, custom } = transaction;
  const payee = nameInMail(merchant.name || '') ?? nameInMail(merchant.descriptor) ?? merchant.id;
  const amount = showMoney(refund?.amount ?? transaction.amount, currency, locale);
  const title = `${refund ? mail.refund : mail.receipt}: ${payee}, ${amount}`;
  const rows: [string, string | undefined][] = [
    [mail.amount, amount],
    [receipt.date, dateOf(refund?.id ?? id, locale)],
    [receipt.card, maskedCard(card)],
    [receipt.statement, nameInMail(transaction.descriptor)],
    [receipt.reference, referenceOf(custom)],
    [receipt.transaction, id],
  ];
  const facts = rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const said = [
    ...(merchant.test ? [`${test.mark}: ${test.hint}`] : []),
    refund ? mail.refunded : fill(receipt.thanks, { merchant: payee }),
  ];
  const table = markup`<table cellpadding="4">${facts.map(([label, value]) => markup`<tr><td>${label}</td><td><b>${value}</b></td></tr>`)}</table>`;
  return {
    to,
    subject: merchant.test ? `${test.mark} – ${title}` : title,
    text: `${[title, ...said, facts.map((fact) => fact.join(': ')).join('\n'), mail.why].join('\n\n')}\n`,
    html: mailHtml(
      locale,
      markup`<h1 style="font-size:20px">${title}</h1>${paragraphs(said)}${table}<p><small>${mail.why}</small></p>`,
    ),
  };
}

/** By our clock, in UTC: where the customer is we do not know. */
const dateOf = (id: Id, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(idDate(id)))} UTC`;

/** The shop's name for the order, where it could be nothing else: in part it would be a wrong one. */
function referenceOf(custom: unknown): string | undefined {
  const { reference } = (custom ?? {}) as { reference?: unknown };
  return typeof reference === 'string' && nameInMail(reference) === reference ? reference : undefined;
}
