import type en from './en.json';

/** What Florin says in a language; `{…}` are places for values. Every language has the messages that English has. */
export type Messages = typeof en;

/** What the payment page says. */
export type PageMessages = Messages['page'];

/** What the simulated bank says. */
export type BankMessages = Messages['bank'];

/** The texts of mails to merchants. */
export type NoticeMessages = Messages['notice'];
