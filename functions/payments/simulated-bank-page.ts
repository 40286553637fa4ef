import { lateSeconds } from '#acquirer/simulated/payments.ts';
import type { FollowUp } from '#domain/methods/method.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { type Markup, markup, place } from '#html/markup.ts';
import { fill, sanitizeText } from '#html/text.ts';
import type { Page } from '#http/answer/html-answer.ts';
import type { BankMessages } from '#messages/messages.ts';
import type { AuthorizationOperation } from '#store/transactions/operations.ts';
import { choicesAt, endOfAnswer } from '#usecases/acquirer-operations/answer-simulated-bank.ts';
import { bankHeader, bankStyle } from './challenge-pages.ts';

export interface BankView {
  operation: AuthorizationOperation;
  /** The sealed return, which the form posts back together with the answer. */
  state: string;
  /** The URL to which the form posts. */
  action: string;
  locale: string;
  messages: BankMessages;
}

/** The page of the simulated bank, outside of the payment page. Each button is an answer. */
export function questionPage(view: BankView): Page {
  const { operation, state, action, locale, messages } = view;
  const { amount, currency, draft } = operation;
  const values = {
    amount: markup`<strong translate="no">${showMoney(amount, currency, locale)}</strong>`,
    merchant: markup`<strong translate="no"><bdi>${sanitizeText(draft.descriptor)}</bdi></strong>`,
  };
  return pageOf(
    view,
    draft.method?.name ?? messages.title,
    markup`<p>${place(messages.question, values)}</p>
<form method="post" action="${action}"><input type="hidden" name="state" value="${state}">
<button name="answer" value="approve">${messages.confirm}</button><button name="answer" value="reject">${messages.reject}</button>
<button name="answer" value="cancel">${messages.cancel}</button>
<label for="after">${messages.after}</label><select id="after" name="after">${option('', messages.nothing, draft.method?.simulated)}${choicesAt(operation).map((each) => option(each, messages[texts[each]], draft.method?.simulated))}</select>
<button name="answer" value="stay">${messages.stay}</button>
<button name="answer" value="late">${fill(messages.late, { seconds: String(lateSeconds) })}</button>
<button name="answer" value="never">${messages.wait}</button></form>`,
  );
}

const texts = {
  dispute_won: 'disputeWon',
  dispute_lost: 'disputeLost',
  refund_fails: 'refundFails',
  authorization_ends: 'authorizationEnds',
} as const satisfies Record<FollowUp, keyof BankMessages>;

const option = (value: string, text: string, chosen = ''): Markup =>
  value === chosen
    ? markup`<option value="${value}" selected>${text}</option>`
    : markup`<option value="${value}">${text}</option>`;

/** The page of a payment that the customer has answered, or can no longer answer. */
export const answeredPage = (view: BankView): Page =>
  pageOf(view, view.messages.answered, markup`<p>${view.messages.answeredHint}</p>${wayBack(view)}`);

/** The page for a customer who does not answer. */
export function unansweredPage(view: BankView): Page {
  const { operation, locale, messages } = view;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    endOfAnswer(operation),
  );
  const hint = fill(messages.neverHint, { time: `${time} UTC` });
  return pageOf(view, messages.waiting, markup`<p>${hint}</p>${wayBack(view)}`);
}

/** A link by which another browser can go on, too. */
const wayBack = ({ operation, messages }: BankView): Markup =>
  markup`<p><a href="${operation.returnUrl ?? ''}">${messages.back}</a></p>`;

const pageOf = ({ operation, locale, messages }: BankView, title: string, content: Markup): Page => ({
  language: locale,
  title: operation.draft.method?.name ?? messages.bank,
  style: `${bankStyle}${methodStyle}`,
  body: markup`${bankHeader(messages)}<main><h1>${title}</h1>${content}</main>`.text,
});

const methodStyle =
  'main{max-width:30rem;margin:auto}label{margin-top:.75rem;font-size:.875rem}select{min-height:2.875rem;padding:.5rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--ground);color:inherit;font:inherit;max-width:100%}a{color:inherit}';
