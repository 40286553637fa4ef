import { showMoment } from '#basics/time-zone.ts';
import { type Id, idTime } from '#domain/id.ts';
import { isolate, nameInMail, textInMail } from '#domain/mail/mail-text.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { websiteHost } from '#domain/merchants/website.ts';
import { showMoney } from '#domain/money/show-money.ts';
import type { LinkLine } from '#domain/transactions/link.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { paidBy, statementsOf } from '#domain/transactions/receipt.ts';
import type { TrailEntry, Transaction } from '#domain/transactions/transaction.ts';
import { markup } from '#html/markup.ts';
import { fill, joinLabel } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { facts, heading, mailHtml, mailLink, multiline, paragraphs, priceRows, smallText } from './html.ts';
import type { Mail } from './ses.ts';

/** The content of a receipt. */
export interface Receipt {
  merchant: Pick<
    Merchant,
    'id' | 'name' | 'descriptor' | 'test' | 'email' | 'website' | 'company' | 'timeZone' | 'address' | 'color'
  >;
  transaction: Pick<
    Transaction,
    'id' | 'currency' | 'amount' | 'capturedAmount' | 'descriptor' | 'card' | 'method'
  > & {
    custom?: unknown;
    text?: string;
    trail: readonly Pick<TrailEntry, 'id' | 'lineId' | 'kind' | 'amount' | 'descriptor'>[];
  };
  /** The link that the payment has paid. */
  link?: { text?: string; lines?: readonly LinkLine[] };
  /**
   * Money that was refunded: minor units of its currency. If present, the mail is about the refund instead of the
   * payment. `isAccepted` is set if the acquirer has accepted the refund and not made it yet. It may still decline the refund.
   */
  refund?: { id: Id; amount: number; isAccepted?: true };
  /**
   * Whether an operator has vouched for the merchant. If so, the mail shows its logo and links to its website. Those of an
   * unverified app are left out, since such a mail could imitate a bank, or lead people to a fraudulent site.
   */
  known: boolean;
  /** The URL of the merchant's logo. */
  logo?: string | undefined;
}

/**
 * Writes the mail about a payment, or about its refund, with everything that the receipt on the page says. Anybody who
 * makes a merchant, a link or a payment chooses its texts, so the texts are cleaned. The mail's only link is the website of a
 * known merchant.
 */
export function receiptMail(
  to: string,
  { merchant, transaction, link, refund, known, logo }: Receipt,
  locale: string,
  { receipt, mail, methods, test }: PageMessages,
): Mail {
  const { id, currency, custom } = transaction;
  const payee = payeeOf(merchant);
  const money = (minor: number) => showMoney(minor, currency, locale);
  const amount = money(refund?.amount ?? transaction.amount);
  const word = refund ? mail.refund : mail.receipt;
  const title = joinLabel(word, `${isolate(payee)}, ${amount}`, locale);
  const zone = timeZoneOf(merchant);
  const said = refund
    ? mail[refund.isAccepted ? 'accepted' : 'refunded']
    : fill(receipt.thanks, { merchant: isolate(payee) });
  const about = textInMail(link ? (link.text ?? '') : (transaction.text ?? ''));
  const lines = (link?.lines ?? []).map(
    ({ text, quantity, amount }) =>
      [`${inLine(text) ?? '–'}${quantity > 1 ? ` × ${quantity}` : ''}`, money(amount)] as const,
  );
  const rows: [string, string | undefined][] = [
    ...(refund
      ? refundRows(transaction, refund, money, { receipt, mail })
      : [[mail.amount, amount] as [string, string]]),
    [receipt.date, showMoment(new Date(idTime(refund?.id ?? id)), locale, zone)],
    [transaction.card ? receipt.card : methods.paidWith, paidBy(transaction)],
    [receipt.statement, inLine(statementsOf(transaction).join(', '))],
    [receipt.reference, inLine(orderDataOf({ custom }).reference ?? '')],
    [receipt.transaction, id],
  ];
  const shown = rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const seller = sellerOf(merchant, payee, known, locale);
  const mark = merchant.test ? `${test.mark} – ${test.hint}` : undefined;
  const inText = ([label, value]: readonly [string, string]) => joinLabel(isolate(label), value, locale);
  const parts = [
    title,
    mark,
    said,
    about,
    lines.map(inText).join('\n'),
    shown.map(inText).join('\n'),
    seller,
    mail.why,
  ];
  const site = known ? websiteHost(merchant.website) : undefined;
  const content = markup`${known && logo && markup`<p style="margin:0 0 16px"><img src="${logo}" alt="${payee}" height="48" style="height:48px;max-width:100%"></p>`}${heading(joinLabel(word, payee, locale), amount)}${paragraphs([said])}${about && markup`<p class="text" style="margin:0 0 16px;color:#14171f">${multiline(about)}</p>`}${lines.length > 0 && priceRows(lines)}${facts(shown)}<p class="muted" style="margin:0;font-size:14px;line-height:22px;color:#565e6c">${multiline(seller)}</p>${site && mailLink(`https://${site}`)}${smallText(mail.why)}`;
  return {
    to,
    sender: merchant.test ? `${payee} (${test.mark})` : payee,
    replyTo: merchant.email,
    subject: merchant.test ? `${test.mark} – ${title}` : title,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: mailHtml(locale, content, { title, color: merchant.color, mark }),
  };
}

/** The paid amount, the amount that came back before this refund, and the amount that comes back now. */
function refundRows(
  { capturedAmount, trail }: Receipt['transaction'],
  { id, amount, isAccepted }: NonNullable<Receipt['refund']>,
  money: (minor: number) => string,
  { receipt, mail }: Pick<PageMessages, 'receipt' | 'mail'>,
): [string, string][] {
  const end = trail.findIndex((entry) => (entry.lineId ?? entry.id) === id);
  const earlier = trail
    .slice(0, isAccepted ? trail.length : Math.max(0, end))
    .filter(({ kind }) => kind === 'refund');
  const before = earlier.reduce((sum, entry) => sum + entry.amount, 0);
  return [
    [receipt.title, money(capturedAmount)],
    ...(before > 0 ? [[mail.before, money(before)] as [string, string]] : []),
    [mail.refund, money(amount)],
  ];
}

/**
 * The merchant's name for the mail: its name, else its statement descriptor, else its id. Texts that could mislead are
 * skipped.
 */
const payeeOf = ({ id, name, descriptor }: Receipt['merchant']): string =>
  nameInMail(name || '') ?? nameInMail(descriptor) ?? id;

/** The merchant's name and address, as far as they are known. */
function sellerOf(
  { name, address, company, website }: Receipt['merchant'],
  payee: string,
  known: boolean,
  locale: string,
): string {
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(company.country);
  const said = [
    inLine(name ?? '') ?? payee,
    textInMail(address ?? ''),
    country,
    inLine(company.number ?? ''),
  ];
  return [...said, known ? websiteHost(website) : undefined].filter(Boolean).join('\n');
}

const inLine = (text: string): string | undefined => textInMail(text.replace(/\s+/g, ' '));
