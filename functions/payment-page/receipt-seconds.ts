/**
 * The time for which the receipt stays in the dialog of `sdk.js` if the customer does nothing. WCAG 2.2 (2.2.1) asks for at
 * least 20 seconds after a warning, which the receipt begins with.
 */
export const receiptSeconds = 30;
