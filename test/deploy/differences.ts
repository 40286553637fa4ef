/**
 * The differences between the emulator (MiniStack 1.5) and AWS that affect Florin, and the other tests that cover what the
 * emulator cannot show. This list names every API test that the deploy test leaves out.
 */
export interface Difference {
  /** The behaviour of the emulator that differs from AWS. */
  emulator: string;
  /** The test that shows the behaviour of Florin in AWS. */
  shownBy: string;
  /** The full names of tests in `test/api` that cannot pass in the emulator. */
  tests?: string[];
}

export const differences: Difference[] = [
  {
    emulator:
      '`POS_URL` and the variables of a stage contain the URL that AWS would give the other API, not the URL in the emulator',
    shownBy:
      'test/stack/routes.test.ts and policies.test.ts, which check the URL of the other API in the template',
    tests: [
      'scripts of any site can read the OpenAPI document, which names the public addresses of the API',
      'the documentation has a strict content security policy, and a search index that can be cached forever',
      'every page and file for browsers has its security headers and its time in caches',
      'pages, their Markdown and the list for programs name the addresses of this Florin',
      'the collection for Postman names the addresses of this Florin, and no key',
      'a link is created and read with all requested fields and the address of its page',
      'the page of a link shows the link’s texts as escaped HTML, and hides the customer’s e-mail address',
      'a path of the other API returns 404 and the address there, for every method',
      'the root of the merchants’ API returns 404 with the address of the documentation, unless a GET accepts HTML',
    ],
  },
  {
    emulator: 'One loop reads all streams and queues. After the other API tests, this loop is minutes late',
    shownBy: 'the same test on the local runner',
    tests: ['the commands of docs/disputes.md find the dispute of a test card'],
  },
  {
    emulator:
      'SendMessageBatch needs a permission `sqs:SendMessageBatch`. AWS has no such permission, and asks for `sqs:SendMessage`',
    shownBy: 'the same tests on the local runner, and test/stack/policies.test.ts',
    tests: [
      'a payment by a method is authorized on a page of its own, is captured later, and shows its method in place of a card',
      'a payment by a code is approved in the app, and the event alone makes the transaction',
      'the bank keeps its first answer, sends nobody back who stays, and tells a late answer later',
      'a server without a browser answers for the customer, and chooses what follows',
    ],
  },
  {
    emulator: 'If a query parameter is sent twice, a function gets its first value, not its last',
    shownBy: 'the same test on the local runner',
    tests: ['the last of a repeated name counts, in JSON, in a form and in a query'],
  },
  {
    emulator: 'A `%2f` in a path becomes a slash before the API looks for the route',
    shownBy: 'the same test on the local runner',
    tests: [
      'the address of a link with the unknown id ..%2f.. returns 404',
      'the API returns 404 to the path of a logo with ..%2f..',
    ],
  },
  {
    emulator: 'Answers are not compressed (`x-amazon-apigateway-minimum-compression-size`)',
    shownBy: 'test/stack/operations.test.ts',
  },
  {
    emulator: 'The API decodes a path before it looks for the route, so `%31` is the id 1',
    shownBy: 'the same tests on the local runner',
    tests: [
      'the documentation returns 404 to the unknown page ..%2findex.mjs',
      'the documentation returns 404 to the unknown page %2e%2e%2findex.mjs',
      'the documentation returns 404 to the unknown page site%2findex.html',
      'GET /api/helloWorld/{id} GET /api/helloWorld/{id} returns 404 for an unknown or malformed id',
      'DELETE /api/helloWorld/{id} DELETE /api/helloWorld/{id} returns 404 to a malformed id',
      'the identifier of a customer the identifier of a customer can be "gid://shopify/Customer/1": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "a/b": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "/": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "%2F": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "100%": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "..%2f": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "#": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "?x=1": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer can be "a#b": its cards are listed and removed separately',
      'the identifier of a customer the identifier of a customer differs from its own URL-encoded form',
      'the identifier of a customer an identifier matches no cards when a path contains "%"',
      'the identifier of a customer an identifier matches no cards when a path contains "%zz"',
      'the identifier of a customer an identifier matches no cards when a path contains "%ff"',
      'the identifier of a customer an identifier matches no cards when a path contains "%ed%a0%80"',
      'the identifier of a customer an identifier matches no cards when a path contains "%00"',
    ],
  },
  {
    emulator:
      '`Ref` of a secret is its name, not its ARN, so no role may read the secret; the run adds a policy that permits it',
    shownBy: 'test/stack/policies.test.ts',
  },
  {
    emulator:
      'CloudFormation does not turn on point-in-time recovery, so the run does. A restore copies the present items',
    shownBy: 'test/stack/template.test.ts',
  },
  {
    emulator: 'An export to a bucket is accepted and ends, and writes no files',
    shownBy:
      'test/slow/export.test.ts, for the items of a table; only a real account shows the files of DynamoDB',
  },
  {
    emulator:
      'Events of REQUEST authorizers lack `requestContext.path`; the authorizer joins the stage and the path instead',
    shownBy: 'test/unit/local/authorizer.test.ts',
  },
  {
    emulator:
      'The import of an OpenAPI document reads paths, functions and authorizers only; test/deploy/ministack adds the rest. ' +
      'A changed document makes another API, at another URL',
    shownBy: 'test/stack/routes.test.ts and template.test.ts; only a real account shows the import',
  },
  {
    emulator: 'API Gateway calls a function even if its role does not permit the call',
    shownBy: 'test/stack/policies.test.ts',
  },
  {
    emulator: 'If a header is sent twice, a function gets only the first one, or both joined to one',
    shownBy: 'the same tests on the local runner',
    tests: [
      'the API refuses a request with two Authorization headers, in either order',
      'the API refuses a capture with two idempotency keys or two media types',
      'the checkout API refuses a request with two Accept-Version headers',
    ],
  },
  {
    emulator: 'Gateway responses do not map `context.authorizer.…` to headers',
    shownBy: 'test/stack/template.test.ts; the local runner maps them, and the API tests read them there',
    tests: ['the commands of docs/hello-world.md print the results that the guide describes'],
  },
  {
    emulator:
      'Limits on single methods have no effect, because the emulator does not decode their paths; limits on the stage have',
    shownBy: 'test/stack/template.test.ts; test/unit/local/throttle.test.ts',
  },
  {
    emulator:
      'There is no TLS: URLs of a stage become http, and the run removes the policy of the bootstrap bucket that demands TLS',
    shownBy: 'no test, because Florin has no part in TLS',
  },
  {
    emulator:
      'Events lack `requestContext.domainName`; functions use the Host header instead, which has the same value',
    shownBy: 'test/unit/local/event.test.ts',
  },
  {
    emulator:
      'Fifty requests at once start fifty processes on this machine, which take longer than Florin waits',
    shownBy: 'the same tests on the local runner',
    tests: [
      'POST /api/helloWorld POST /api/helloWorld answers one of fifty creates with the same id 201, and the others 409',
      'POST /api/helloWorld assigns fifty different ids to fifty creates at the same time',
      'captures of different transactions of a merchant do not hinder each other',
    ],
  },
  {
    emulator:
      'Functions run on this machine’s Node.js and processor, without limits on memory or size of payload',
    shownBy: 'test/stack/bundles.test.ts; only a real account shows Node.js 24 on arm64',
  },
  {
    emulator:
      'test/deploy/ministack/canaries.py plays CodeDeploy: a minute of a canary takes three seconds; aliases move one after ' +
      'the other, not together; when CloudFormation rolls back, aliases move at once; and the role of CodeDeploy is not checked',
    shownBy: 'test/stack/release.test.ts; only a real account shows CodeDeploy',
  },
  {
    emulator:
      'CloudFormation neither limits the concurrency of functions nor makes replicas of keys, so no standby is deployed',
    shownBy: 'test/stack/standby.test.ts; only real accounts show a second region',
  },
  {
    emulator:
      'Logs become metrics, and alarms are evaluated, only for CodeDeploy (test/deploy/ministack/canaries.py): each time ' +
      'that CodeDeploy checks them, over the last five minutes. No other alarm goes off: an alarm on metric math is made ' +
      'on only one of its metrics. There are no traces',
    shownBy: 'test/stack/operations.test.ts',
  },
];
