import { showMoney } from '#domain/money/show-money.ts';
import { markup, place } from '#html/markup.ts';
import { sanitizeText } from '#html/text.ts';
import type { Page } from '#http/answer/html-answer.ts';
import type { BankMessages } from '#messages/messages.ts';
import type { AuthorizationOperation } from '#store/transactions/operations.ts';
import { bankHeader, bankStyle } from './challenge-pages.ts';

interface View {
  operation: AuthorizationOperation;
  /** The sealed return, which the form posts back together with the answer. */
  state: string;
  /** The URL to which the form posts. */
  action: string;
  locale: string;
  messages: BankMessages;
}

/** The page of the simulated bank, outside of the payment page. Each button is an answer. */
export function simulatedBankPage({ operation, state, action, locale, messages }: View): Page {
  const { amount, currency, draft } = operation;
  const { method, descriptor } = draft;
  const values = {
    amount: markup`<strong translate="no">${showMoney(amount, currency, locale)}</strong>`,
    merchant: markup`<strong translate="no"><bdi>${sanitizeText(descriptor)}</bdi></strong>`,
  };
  return {
    language: locale,
    title: method?.name ?? messages.bank,
    style: bankStyle,
    body: markup`${bankHeader(messages)}<main><h1>${method?.name ?? messages.title}</h1><p>${place(messages.question, values)}</p>
<form method="post" action="${action}"><input type="hidden" name="state" value="${state}">
<button name="answer" value="approve">${messages.confirm}</button><button name="answer" value="reject">${messages.reject}</button>
<button name="answer" value="late">${messages.wait}</button></form></main>`.text,
  };
}
