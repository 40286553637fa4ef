/**
 * The time for which the receipt stays in the dialog of `sdk.js` if the customer does nothing. WCAG 2.2 (2.2.1)
 * requires at least 20 seconds after a warning, and the receipt begins with this warning.
 */
export const receiptSeconds = 30;
