export const testing = `
## Testing

A merchant with \`test: true\` takes any number of 10 to 19 digits as a card, Luhn-valid or not; the scheme is read from
the number, and is \`visa\` where it cannot be. \`test\` in a payment steers the simulated acquirer; all of it is optional,
and an empty object is a payment that goes through the challenges of a browser.

| option | values | effect |
|---|---|---|
| \`card.scheme\` | \`supported\`, \`unsupported\`, \`unknown\` | else than the first: declined, 29 |
| \`card.code\` | \`valid\`, \`invalid\` | the security code: 4 |
| \`card.status\` | \`valid\`, \`invalid\`, \`expired\`, \`disabled\`, \`lost\` | 3, 6, 9, 10 |
| \`card.limit\` | money | more than it at once: 25 |
| \`card.balance\` | money | more than it in all, over all transactions of the card: 7 |
| \`fingerprint\` | \`success\`, \`timeout\` | \`timeout\`: the iframe never answers |
| \`tds.fingerprint\` | \`success\`, \`timeout\`, \`unavailable\` | \`unavailable\`: there is none |
| \`tds.challenge\` | \`true\`, \`false\` | \`false\`: frictionless, with no iframe at all |
| \`tds.status\` | \`authenticated\`, \`rejected\`, \`unavailable\`, \`attempted\` | \`rejected\`: declined, 31 |

What the simulated issuer was told stays with the card: later transactions without the customer are declined as the
first would have been. Some card numbers lead to something once money was captured:

| card number | |
|---|---|
| 4000 0000 0000 0259 | a dispute of the captured amount, won a little later |
| 4000 0000 0000 1976 | a dispute, lost a little later |
| 4000 0000 0000 5400 … 5408 | a fraud alert with reason 0 … 8 |

Live merchants need an adapter to a real acquirer: without one a payment is \`PAYMENT_INTEGRATION_DISABLED\`, and a
transaction from the server is declined with 27.
`;
