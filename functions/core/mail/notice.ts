import { showMoment } from '#basics/time-zone.ts';
import { schemeNames } from '#domain/cards/scheme.ts';
import type { Dispute } from '#domain/disputes/dispute.ts';
import { kindOfReason } from '#domain/disputes/dispute-reason.ts';
import type { Ratio } from '#domain/disputes/ratios.ts';
import { idTime } from '#domain/id.ts';
import { isolate, nameInMail, textInMail } from '#domain/mail/mail-text.ts';
import type { AccountNews } from '#domain/merchants/account-news.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { joinOrder, textsOfOrder } from '#domain/transactions/order-data.ts';
import type { DisputeOutcome, Line } from '#domain/transactions/transaction.ts';
import { markup } from '#html/markup.ts';
import { fill, joinLabel } from '#html/text.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { facts, heading, mailHtml, mailLink, paragraphs, smallText } from './html.ts';
import type { Mail } from './ses.ts';

/** The recipient of a notice, and their language. */
export interface Addressee {
  merchant: Pick<Merchant, 'id' | 'name' | 'descriptor' | 'test' | 'currency' | 'company' | 'timeZone'>;
  messages: NoticeMessages;
  locale: string;
  /** The URL of the merchant's pages in the console, to which a page's path is added. */
  pages: string;
}

/** A mail without its recipient. */
export type Notice = Omit<Mail, 'to'>;

/**
 * A dispute was opened, or somebody has appealed against its end, and the merchant must answer before a deadline: the
 * acquirer in an inquiry, where Florin takes no evidence, and Florin otherwise.
 *
 * @param currency of its amount
 */
export function disputeOpened(
  to: Addressee,
  {
    id,
    amount,
    reason,
    due,
    transactionId,
    order,
    status,
    appeal,
    rules,
  }: Pick<
    Dispute,
    'id' | 'amount' | 'reason' | 'due' | 'transactionId' | 'order' | 'status' | 'appeal' | 'rules'
  >,
  currency: string,
): Notice {
  const { messages, locale } = to;
  const [title, text] = appeal
    ? [messages.disputeAppealed, messages.disputeAppealedText]
    : [messages.disputeOpened, status === 'inquiry' ? messages.askedText : messages.disputeOpenedText];
  return notice(
    to,
    fill(title, { amount: showMoney(amount, currency, locale) }),
    text,
    [
      [messages.deadline, moment(to, Date.parse(due))],
      [messages.reason, reasonOf(to, reason)],
      ...ruleRows(to, rules),
      [messages.transaction, paymentOf(transactionId, order)],
      [messages.dispute, id],
    ],
    `disputes/${id}`,
  );
}

/**
 * The reason in the merchant's language, with the bank's own title and code, by which the merchant finds the bank's rules for
 * the evidence.
 */
function reasonOf({ messages }: Addressee, { title, code }: Dispute['reason']): string {
  const own = [textInMail(title.replace(/\s+/g, ' ')), code > 0 ? String(code) : undefined].filter(Boolean);
  const words = messages.reasons[kindOfReason(title)];
  return own.length > 0 ? `${words} (${own.join(', ')})` : words;
}

/** The payment of a dispute: its order, its customer and what was bought, as far as they are known, and its id. */
function paymentOf(id: string, order: Dispute['order']): string {
  const texts = textsOfOrder({ order }).map((text) => textInMail(text.replace(/\s+/g, ' ')));
  const known = texts.filter((text) => text).map((text) => isolate(text as string));
  return known.length > 0 ? `${joinOrder(known)} (${id})` : id;
}

/** The facts that decide whether and how the merchant answers. */
function ruleRows(
  { messages, locale }: Addressee,
  { eligibility, fee }: NonNullable<Dispute['rules']> = {},
): [string, string][] {
  const { amount, currency } = fee ?? {};
  const cost = amount && currency ? showMoney(amount, currency, locale) : messages.contestFeeUnknown;
  return [
    ...(eligibility
      ? [[messages.earlier, messages.earlierStates[eligibility.status]] as [string, string]]
      : []),
    ...(fee ? [[messages.contestFee, cost] as [string, string]] : []),
  ];
}

/** A dispute has ended. */
export function disputeEnded(
  to: Addressee,
  {
    id,
    amount,
    reason,
    transactionId,
    order,
  }: Pick<Dispute, 'id' | 'amount' | 'reason' | 'transactionId' | 'order'>,
  currency: string,
  outcome: DisputeOutcome,
): Notice {
  const { messages, locale } = to;
  const [title, text] =
    outcome === 'won'
      ? [messages.disputeWon, messages.disputeWonText]
      : [messages.disputeLost, messages.disputeLostText];
  return notice(
    to,
    fill(title, { amount: showMoney(amount, currency, locale) }),
    text,
    [
      [messages.reason, reasonOf(to, reason)],
      [messages.transaction, paymentOf(transactionId, order)],
      [messages.dispute, id],
    ],
    `disputes/${id}`,
  );
}

/** A payout is on its way to the bank. If its amount is below 0, the money of a failed payout has come back. */
export function payout(
  to: Addressee,
  { id, amount: { amount, currency } }: Pick<Line, 'id' | 'amount'>,
): Notice {
  const { messages, locale } = to;
  const [title, text] =
    amount < 0
      ? [messages.payoutFailed, messages.payoutFailedText]
      : [messages.payoutSent, messages.payoutSentText];
  return notice(
    to,
    fill(title, { amount: showMoney(Math.abs(amount), currency, locale) }),
    text,
    [[messages.date, moment(to, idTime(id))]],
    'payouts',
  );
}

/** The acquirer has stopped payments or payouts of an account, allows them again, or asks for information. */
export function accountNews(to: Addressee, { kind, deadline }: AccountNews): Notice {
  const { messages } = to;
  const said = kind === 'paymentsBack' || kind === 'payoutsBack' ? undefined : messages.askedText;
  const rows = deadline ? [[messages.deadline, moment(to, Date.parse(deadline))] as const] : [];
  return notice(to, messages[kind], said, rows);
}

/** The access of an app ends within a week. */
export function keyEnds(
  to: Addressee,
  { id, name, end }: { id: string; name: string | null; end: string },
): Notice {
  const { messages } = to;
  const shown = isolate(nameInMail(name ?? '') ?? id);
  const rows = [[messages.deadline, moment(to, Date.parse(end))] as const];
  return notice(to, messages.keyEnds, fill(messages.keyEndsText, { name: shown }), rows, 'people', true);
}

/** The share of disputes and fraud alerts has reached half of a threshold of a card scheme, or all of it. */
export function ratioWarned(to: Addressee, ratio: Ratio): Notice {
  const { messages, locale } = to;
  const { month, program, scheme, incidents, payments, basisPoints, threshold } = ratio;
  const number = new Intl.NumberFormat(locale);
  const share = (points: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(points / 10_000);
  const least =
    program === 'efm' ? showMoney(threshold.least, 'USD', locale) : number.format(threshold.least);
  const ofMonth = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return notice(
    to,
    fill(messages.ratioWarned, { scheme: schemeNames[scheme] }),
    messages.ratioWarnedText,
    [
      [messages.date, ofMonth.format(Date.parse(`${month}-01`))],
      [messages.disputes, number.format(incidents)],
      [messages.captures, number.format(payments)],
      ...(basisPoints === undefined ? [] : [[messages.ratio, share(basisPoints)] as const]),
      [`${messages.ratioThreshold} ${program.toUpperCase()}`, `${share(threshold.basisPoints)} (${least})`],
    ],
    'disputes',
  );
}

/** So many payments of a day were declined that all payments of the merchant need 3-D Secure. */
export const declinesLimited = (to: Addressee): Notice =>
  notice(to, to.messages.declinesLimited, to.messages.declinesLimitedText, []);

/** The movements of a merchant's balance on one day, in minor units of its currency. */
export interface DayOfMerchant {
  /** The day of the calendar: `2026-11-26`. */
  day: string;
  kinds: { [kind in Line['kind']]?: { count: number; sum: number } };
  fees: number;
  balance: number;
}

export function daySummary(to: Addressee, { day, kinds, fees, balance }: DayOfMerchant): Notice {
  const { messages, locale, merchant } = to;
  const money = (minor: number) => showMoney(minor, merchant.currency, locale);
  const words = {
    capture: messages.captures,
    refund: messages.refunds,
    dispute: messages.disputes,
    payout: messages.payouts,
    adjustment: messages.adjustments,
  } satisfies Record<Line['kind'], string>;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(locale);
  const rows = (Object.keys(words) as Line['kind'][]).flatMap((kind) => {
    const { count, sum } = kinds[kind] ?? { count: 0, sum: 0 };
    return count === 0 ? [] : [[words[kind], `${money(sum)} (${number.format(count)})`] as const];
  });
  return notice(
    to,
    fill(messages.summary, { date: date.format(Date.parse(day)) }),
    undefined,
    [
      ...rows,
      ...(fees === 0 ? [] : [[messages.fees, money(-fees)] as const]),
      [messages.balance, money(balance)],
    ],
    'ledger',
  );
}

const moment = ({ merchant, locale }: Addressee, time: number): string =>
  showMoment(new Date(time), locale, timeZoneOf(merchant));

/**
 * @param page the path of the page on which the recipient reads on or acts
 * @param isAlways whether nobody can turn this mail off. It then has no link to the settings
 */
function notice(
  { merchant, messages, locale, pages }: Addressee,
  about: string,
  said: string | undefined,
  rows: readonly (readonly [string, string])[],
  page?: string,
  isAlways = page === undefined,
): Notice {
  const account = nameInMail(merchant.name || '') ?? nameInMail(merchant.descriptor) ?? merchant.id;
  const mark = merchant.test ? messages.test : undefined;
  const title = joinLabel(isolate(account), about, locale);
  const more = page && `${pages}/${page}`;
  const [why, settings] = isAlways ? [messages.whyAlways] : [messages.why, `${pages}/settings`];
  const all = [...rows, [messages.account, `${isolate(account)} (${merchant.id})`] as const];
  const parts = [
    mark,
    about,
    said,
    all.map(([label, value]) => joinLabel(label, value, locale)).join('\n'),
    more,
    why,
    settings,
  ];
  return {
    subject: mark ? `${beforeColon(mark)} – ${title}` : title,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: mailHtml(
      locale,
      markup`${heading(about)}${said && paragraphs([said])}${facts(all)}${more && mailLink(more)}${smallText(why, settings)}`,
      {
        title,
        mark,
      },
    ),
  };
}

/** The first words of a text: `Test mode` of `Test mode: no money moves.` */
const beforeColon = (text: string): string => text.replace(/\s?:.*/, '');
