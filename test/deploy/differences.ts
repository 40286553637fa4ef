/**
 * The differences between the emulator (MiniStack 1.5) and AWS that affect Florin, and the tests that cover them
 * instead. This is the only such list: it names every test that the deploy test leaves out.
 */
export interface Difference {
  emulator: string;
  shownBy: string;
  /** The full names of tests in `test/api` that cannot pass in the emulator. */
  tests?: string[];
}

export const differences: Difference[] = [
  {
    emulator:
      'The URL of the other API in `POS_URL`, and in the variables of a stage, has the name that AWS would give it',
    shownBy: 'test/stack/routes.test.ts and policies.test.ts, on what a function is told of the other API',
    tests: [
      'scripts of any site can read the OpenAPI document, which names the public addresses of the API',
      'the documentation has a strict content security policy, and a search index that can be cached forever',
      'every page and file for browsers has its security headers and its time in caches',
      'pages, their Markdown and the list for programs name the addresses of this Florin',
      'the collection for Postman names the addresses of this Florin, and no key',
      'a link is created and read with all requested fields and the address of its page',
      'the page of a link shows the link’s texts as escaped HTML, and hides the customer’s e-mail address',
      'a path of the other API answers 404 and the address there, for every method',
      'the root of the merchants’ API answers 404 with the address of the documentation, unless a GET accepts HTML',
    ],
  },
  {
    emulator: 'One loop reads all streams and queues, and after the other API tests it is minutes behind',
    shownBy: 'the same test on the local runner',
    tests: ['the commands of docs/disputes.md find the dispute of a test card'],
  },
  {
    emulator: 'Of a query parameter that is sent twice, a function gets the first value, not the last',
    shownBy: 'the same test on the local runner',
    tests: ['the last of a repeated name counts, in JSON, in a form and in a query'],
  },
  {
    emulator: 'A `%2f` in a path is a slash before its routes are looked at',
    shownBy: 'the same test on the local runner',
    tests: [
      'the address of a link with the unknown id ..%2f.. answers 404',
      'the API answers 404 to the path of a logo with ..%2f..',
    ],
  },
  {
    emulator: 'Answers are not compressed (`x-amazon-apigateway-minimum-compression-size`)',
    shownBy: 'test/stack/operations.test.ts; the local runner compresses, and the same test reads it there',
    tests: ['the first view is at most 60 KB for a client that accepts gzip'],
  },
  {
    emulator: 'Paths lose their escapes before they are routed, so that `%31` is the id 1',
    shownBy: 'the same tests on the local runner',
    tests: [
      'the documentation answers 404 to the unknown page ..%2findex.mjs',
      'the documentation answers 404 to the unknown page %2e%2e%2findex.mjs',
      'the documentation answers 404 to the unknown page site%2findex.html',
      'GET /api/helloWorld/{id} answers 404 for an unknown or malformed id',
      'DELETE /api/helloWorld/{id} answers 404 to a malformed id',
      'the identifier of a customer can be "gid://shopify/Customer/1": its cards are listed and removed separately',
      'the identifier of a customer can be "a/b": its cards are listed and removed separately',
      'the identifier of a customer can be "/": its cards are listed and removed separately',
      'the identifier of a customer can be "%2F": its cards are listed and removed separately',
      'the identifier of a customer can be "100%": its cards are listed and removed separately',
      'the identifier of a customer can be "..%2f": its cards are listed and removed separately',
      'the identifier of a customer can be "#": its cards are listed and removed separately',
      'the identifier of a customer can be "?x=1": its cards are listed and removed separately',
      'the identifier of a customer can be "a#b": its cards are listed and removed separately',
      'the identifier of a customer differs from its own URL-encoded form',
      'the identifier of a customer matches no cards when a path contains "%"',
      'the identifier of a customer matches no cards when a path contains "%zz"',
      'the identifier of a customer matches no cards when a path contains "%ff"',
      'the identifier of a customer matches no cards when a path contains "%ed%a0%80"',
      'the identifier of a customer matches no cards when a path contains "%00"',
    ],
  },
  {
    emulator:
      '`Ref` of a secret is its name, not its ARN, so that no role may read it; the run adds a policy that lets one',
    shownBy: 'test/stack/policies.test.ts',
  },
  {
    emulator:
      'CloudFormation does not turn on point-in-time recovery; the run does. A restore takes the items of the present',
    shownBy: 'test/stack/template.test.ts',
  },
  {
    emulator: 'An export to a bucket is accepted and ends, and writes no files',
    shownBy:
      'test/slow/export.test.ts, on the items of a table; nothing shows the files of DynamoDB but an account',
  },
  {
    emulator:
      'Events of REQUEST authorizers lack `requestContext.path`; the authorizer makes it of stage and path',
    shownBy: 'test/unit/local/authorizer.test.ts',
  },
  {
    emulator:
      'Of the OpenAPI document of an API it imports paths, functions and authorizers; test/deploy/ministack adds the rest. ' +
      'A changed one makes another API, at another URL',
    shownBy: 'test/stack/routes.test.ts and template.test.ts; nothing shows the import but an account',
  },
  {
    emulator: 'Whether the role in whose name API Gateway calls a function may call it is not asked',
    shownBy: 'test/stack/policies.test.ts',
  },
  {
    emulator: 'A header that is sent twice reaches a function once, joined or the first of the two',
    shownBy: 'the same tests on the local runner',
    tests: [
      'the API refuses a request with two Authorization headers, in either order',
      'the API refuses a capture with two idempotency keys or two media types',
      'the customer’s side refuses a request with two Accept-Version headers',
    ],
  },
  {
    emulator: 'Gateway responses do not map `context.authorizer.…` to headers',
    shownBy: 'test/stack/template.test.ts; the local runner maps them, and the API tests read them there',
    tests: ['the commands of docs/hello-world.md print the results that the guide describes'],
  },
  {
    emulator:
      'Limits on single methods are not applied (it does not undo the escapes of their paths); those on the stage are',
    shownBy: 'test/stack/template.test.ts; test/unit/local/throttle.test.ts',
  },
  {
    emulator:
      'No TLS: URLs of a stage become http, and the policy of the bootstrap bucket that demands TLS is taken off',
    shownBy: 'nothing: it is not ours',
  },
  {
    emulator:
      'Events lack `requestContext.domainName`; functions fall back on the Host header, which is the same',
    shownBy: 'test/unit/local/event.test.ts',
  },
  {
    emulator:
      'Fifty requests at once start fifty processes on this machine, which are slower than Florin waits',
    shownBy: 'the same tests on the local runner',
    tests: [
      'POST /api/helloWorld answers one of fifty creates with the same id 201, and the others 409',
      'POST /api/helloWorld assigns fifty different ids to fifty creates at the same time',
      'captures of different transactions of a merchant do not hinder each other',
    ],
  },
  {
    emulator:
      'Functions run on this machine’s Node.js and processor, without limits on memory or size of payload',
    shownBy: 'test/stack/bundles.test.ts; nothing shows Node.js 24 on arm64 but an account',
  },
  {
    emulator:
      'CodeDeploy is played, by test/deploy/ministack/canaries.py: a minute of a canary takes three seconds, aliases move one ' +
      'after the other, not together, and when CloudFormation rolls back they move at once; the role of CodeDeploy is not asked',
    shownBy: 'test/stack/release.test.ts; nothing shows CodeDeploy but an account',
  },
  {
    emulator:
      'CloudFormation neither limits the concurrency of functions nor makes replicas of keys, so no standby is deployed',
    shownBy: 'test/stack/standby.test.ts; nothing shows a second region but an account',
  },
  {
    emulator:
      'Metrics are made of logs, and alarms are evaluated, only for CodeDeploy (test/deploy/ministack/canaries.py), each ' +
      'time that it looks and over the last five minutes; no other alarm ever goes off (those on metric math are made on ' +
      'one of its metrics), and no traces are made',
    shownBy: 'test/stack/operations.test.ts',
  },
];
