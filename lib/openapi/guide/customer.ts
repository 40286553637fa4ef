export const customer = `
## The customer's side

\`{pos_url}\` is public, and open to scripts on any site (CORS). Send \`Accept-Version: 1\`. Answers are one line of JSON
that ends in a newline. Errors are \`{code, message}\`.

A payment takes three kinds of steps, and no state is kept between them:

1. \`POST /vault\` seals the card number, and again the security code.
2. \`POST /payments\` with the tokens answers 200 and a challenge, \`{challenges: [{name, type, path}]}\`.
3. The same body, posted to the \`path\`, performs it:

| name | type | what to do |
|---|---|---|
| \`fingerprint\`, \`tds-fingerprint\` | \`background-iframe\` | Post \`fields\` to \`action\` into an iframe that nobody sees; add the \`hints\` of this answer, and those that come by \`postMessage\` within \`timeout\` |
| \`tds-challenge\` | \`iframe\` | The same, in an iframe of \`width\` × \`height\` that the customer sees |
| \`tds-frictionless\` | \`fetch\` | Nothing: the answer is \`{hints}\`. In test mode, with \`"test": {"tds": {"challenge": false}}\`, so that a server can pay |

Add the hints to \`hints\`, and go on with 2 until the answer is 201 and \`{authorizationId}\`: the id of the transaction.
`;
