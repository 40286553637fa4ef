import { minute } from '#basics/time.ts';

/**
 * The time in which the QR code of a till can be paid, in milliseconds. It must stay below 40 minutes: a till asks about a
 * code for {@link codeWatchTime}, and its permission to ask ends after an hour, as every sealed token does.
 */
export const codeLifetime = 15 * minute;

/**
 * The longest time after a code was made in which a payment can still succeed, in milliseconds: the customer begins in time,
 * and then has 15 minutes at their bank. A till that stops asking earlier would show a paid code as unpaid.
 */
export const codeWatchTime = codeLifetime + 20 * minute;
