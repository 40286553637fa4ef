import type en from './en.json';

/** The texts of a language; `{…}` are places for values. Every language has the texts that English has. */
export type Messages = typeof en;

/** The texts of the payment page. */
export type PageMessages = Messages['page'];

/** The texts of the simulated bank. */
export type BankMessages = Messages['bank'];

/** The texts of mails to merchants. */
export type NoticeMessages = Messages['notice'];
