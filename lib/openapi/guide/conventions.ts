export const conventions = `
## Conventions

**Requests.** \`application/json\`, any \`application/*+json\`, or \`application/x-www-form-urlencoded\`; a charset
parameter is fine, another media type is a 415. In forms brackets nest (\`company[country]=DK\`), booleans are \`yes\` and
\`no\` (\`y\`, \`n\`, \`true\`, \`false\`, \`1\`, \`0\` too), and of a repeated name the last one counts. \`null\` in an optional
field, and \`false\` where no boolean belongs, mean absent. A \`POST\` without a body is an empty object. Unknown fields
and unknown query parameters are ignored. A body may nest 100 levels deep; its texts are Unicode (no half of a surrogate
pair), its numbers finite. A trailing slash on a path makes no
difference.

**Answers.** JSON in UTF-8, whatever \`Accept\` says, ending in a newline. \`GET\` answers 200, a creating \`POST\` 201,
\`PUT\` and \`DELETE\` 204 without a body. Every answer carries \`X-Request-Id\`. Answers from 1 KB on are compressed for
who accepts it.

**Ids** are 24 lowercase hex characters. The first 8 are the creation time in seconds, the next 3 its milliseconds, so
they sort by time. A malformed id is a 404, as an unknown one is. **Dates** are ISO 8601 in UTC with milliseconds.

**Amounts** are whole numbers in minor units of their currency, 1 to 10^12. How many decimals that is comes from the
currency: EUR 12.34 is \`1234\`, JPY 12 is \`12\`, BHD 1.234 is \`1234\`. Only the \`value\` of a payment link is in major units.

**Money.** Any ISO 4217 currency can be charged that has a rate to the merchant's: the euro reference rates of the
European Central Bank, refreshed daily, and official fixed parities. A capture or refund is exchanged at the rate of
its day, rounded half-even once, and the line keeps that rate, so that history never changes.

## Lists

Bare JSON arrays, newest first. \`limit\` is required, 1 to 1000. \`before=<id>\`: items older than it. \`after=<id>\`: items
newer than it, **oldest first**. Both: the items between, newest first. An empty value, and \`null\`, are none. A page ends
early, before \`limit\`, where the next item would make it larger than 4 MB; only an empty page, \`[]\`, is the end. Cursors
need not name an item: the hex of a time in seconds, padded to 24 characters, is one for "since then". Walking with either visits each
item once, also while new ones arrive. Lists come from an index that follows the table within milliseconds: what was
just made may not be there yet; \`GET\` by id, and \`balance\`, are never behind.

Filters are written \`filter[name]=…\`, with the brackets as they are or percent-encoded (\`filter%5Bname%5D=…\`).

## Idempotency

Send an \`Idempotency-Key\` (1 to 255 printable ASCII characters, a UUID say) with a \`POST\`. For 24 hours the same
request with the same key, from the same app, has **one** effect and gets the first answer again
(\`Idempotency-Replayed: true\`): also when both arrive at once, and when the first was cut off after its effect. It is
the same request if method, path and body are, in whichever encoding. The same key with another request is a 422. A
request that is refused before it had an effect does not use its key up: it may serve the corrected request. A decline
is an effect. On the customer's side keys are the merchant's, in \`POST /payments\`. An app that has lost access to a
merchant does not get the old answer either.

## Errors

| status | body | when |
|---|---|---|
| 400 | \`[{"field", "message"}]\` | Faults in the request: one for each field, in dotted form (\`company.country\`), or \`body\`. A failed amount constraint says the bound: \`Can refund at most GBP 12.00\` |
| 400 | \`[{"code", "text", "message", "client", "merchant"}]\` | A decline: one processing error |
| 401 | \`{"error": "UNAUTHORIZED", "message"}\` | No credentials, or wrong ones; with \`WWW-Authenticate\` |
| 403 | \`{"error": "FORBIDDEN", "message"}\` | The app has no access to the merchant |
| 404 | \`{"error": "NOT_FOUND", "message"}\` | There is no such thing |
| 404 | \`{"error": "ENDPOINT_NOT_FOUND", "message"}\` | There is no such route, or not with this method |
| 409 | \`{"error": "CONFLICT", "message"}\` | Something changed in the meantime, a racing capture say |
| 413, 415 | \`{"error": "REQUEST_TOO_LARGE" or "UNSUPPORTED_MEDIA_TYPE", "message"}\` | The body |
| 422 | \`{"error": "IDEMPOTENCY_KEY_REUSED", "message"}\` | The key was used for another request |
| 429 | \`{"error": "THROTTLED", "message"}\` | Too many requests; with \`Retry-After\` |
| 503 | \`{"error": "UNAVAILABLE", "message"}\`, with \`Retry-After\` | We are too busy. With an \`Idempotency-Key\` it is safe to try again |
| 500, 504 | \`{"error": "INTERNAL_ERROR" or "TIMEOUT", "message"}\` | Our fault |

Names of fields and errors are for programs, messages for people. A \`code\` is a number here; on the customer's side,
and of the hello-world service, it is the name of the error: \`{code, message}\`.

## Limits

| | |
|---|---|
| Amounts | 1 to 10^12 minor units |
<<<<<<< HEAD
| \`custom\`, \`plan\` | any JSON, 50 KB each |
| Bodies | 256 KB; 64 KB under \`/api\` |
| \`limit\` of a list | 1 to 1000, and 6 MB of JSON |
=======
| \`custom\` | any JSON, 50 KB |
| Bodies | 6 MB; 64 KB under \`/api\` |
| \`limit\` of a list | 1 to 1000; a page ends early before 4 MB of JSON |
>>>>>>> 4377bad (Lists: ranges newest first, filter[successful], pages that end before 4 MB; a transaction's items are told by their key; hello-world's writes have their effect once)
| Requests a second | what the stage is configured to; at most 5 for each route without an API key and under \`/api\` (bursts of 20), and 100 on the customer's side (bursts of 200) |
| Idempotency keys, tokens and hints | 24 hours; one hour; one hour |

Paths carry no version; incompatible changes are announced six months ahead.
`;
