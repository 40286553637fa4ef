import { showMoney } from '#domain/money/show-money.ts';
import { Markup, markup, place, scriptValue } from '#html/markup.ts';
import { sanitizeText } from '#html/text.ts';
import type { Answer } from '#http/answer/answer.ts';
import { html, type Page } from '#http/answer/html-answer.ts';
import type { BankMessages } from '#messages/messages.ts';
import type { Frame } from './challenge-frames.ts';

/**
 * Any page may embed these frames, as Florin does not know on whose page a customer pays. A proof is valid only for
 * one payment.
 */
export const anyAncestor = { 'frame-ancestors': '*' };

/**
 * The last page in an iframe, which posts its proof to the parent page. Florin does not know the parent page's origin.
 */
export const proofPage = (hint: string): Answer =>
  html(200, {
    title: 'Done',
    body: '',
    script: `parent.postMessage(${scriptValue({ hints: [hint] })}, '*')`,
    allow: anyAncestor,
  });

interface View {
  frame: Frame;
  /** The sealed frame, which the form posts back together with the answer. */
  state: string;
  /**
   * The full URL to which the form posts. A relative URL would fail, as apps load this page into a frame that has a
   * URL of the app.
   */
  action: string;
  locale: string;
  messages: BankMessages;
}

const shield = new Markup(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z"/></svg>',
);

/** The head of the simulated bank's pages. */
export const bankHeader = ({ bank, simulation }: BankMessages): Markup =>
  markup`<header>${shield}<strong>${bank}</strong><span>${simulation}</span></header>`;

/**
 * The page of the simulated bank, which asks its customer to confirm or reject the payment.
 *
 * @param silent the customer has chosen to let the time run out, so the page makes no proof
 */
export const bankPage = (view: View, silent: boolean): Page => ({
  language: view.locale,
  title: view.messages.bank,
  style: bankStyle,
  body: (silent ? silence(view.messages) : question(view)).text,
});

function question({ frame, state, action, locale, messages }: View): Markup {
  const { amount, currency, merchant } = frame;
  const values = {
    amount: markup`<strong translate="no">${showMoney(amount, currency, locale)}</strong>`,
    merchant: markup`<strong translate="no"><bdi>${sanitizeText(merchant)}</bdi></strong>`,
  };
  return markup`${bankHeader(messages)}<main><h1>${messages.title}</h1><p>${place(messages.question, values)}</p>
<form method="post" action="${action}"><input type="hidden" name="state" value="${state}"><input type="hidden" name="locale" value="${locale}">
<button name="outcome" value="confirm">${messages.confirm}</button><button name="outcome" value="reject">${messages.reject}</button>
<button name="outcome" value="wait">${messages.wait}</button></form></main>`;
}

const silence = (messages: BankMessages): Markup =>
  markup`${bankHeader(messages)}<main><h1>${messages.waiting}</h1><p>${messages.waitingHint}</p></main>`;

/** The style sheet of the simulated bank's pages. */
export const bankStyle = `:root{color-scheme:light dark;--ground:#fff;--text:#14171f;--muted:#565e6c;--line:#dfe3e9;--edge:#7d8695;--ok:#0b6b3e;--on-ok:#fff;--mark:#fff0cc;--on-mark:#684600}
@media(prefers-color-scheme:dark){:root{--ground:#181b21;--text:#eef0f4;--muted:#a8b0bd;--line:#2e333c;--edge:#79818f;--ok:#63d69c;--on-ok:#06210f;--mark:#3b2d08;--on-mark:#ffdc93}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .5rem;padding:.75rem 1.25rem;background:var(--mark);color:var(--on-mark);font-size:.875rem}
svg{width:1.25rem;height:1.25rem}main{padding:1.25rem}h1{margin:0 0 .5rem;font-size:1.125rem;line-height:1.3}p{margin:0 0 1.25rem}
form{display:grid;gap:.625rem}button{min-height:2.875rem;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:.625rem;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button[value=confirm],button[value=approve]{border-color:transparent;background:var(--ok);color:var(--on-ok)}button:is([value=wait],[value=stay],[value=late],[value=never]){border-color:transparent;color:var(--muted);font-weight:400;text-decoration:underline;text-underline-offset:.2em}
@media(min-width:420px){header,main{padding-inline:2rem}}
:focus-visible{outline:3px solid #4f7df0;outline-offset:2px}`;
