/**
 * The differences between the emulator (MiniStack 1.5) and AWS that affect Florin, and the tests that cover them instead.
 * This is the only such list: it names every test that the deploy test leaves out.
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
      'the OpenAPI document, with the addresses that the client sees, for scripts on any site',
      'the page, and what it is made of',
      'a link has all that was asked for, and the address of its page',
      'the page has what the link says, and tells nobody the customer’s address',
      'a path that only the other API has is a 404 that names its address there, for every method',
      'the root of the merchant API says where its endpoints are, to whoever does not ask for HTML',
    ],
  },
  {
    emulator: 'A `%2f` in a path is a slash before its routes are looked at',
    shownBy: 'the same test on the local runner',
    tests: ['no link: ..%2f..', 'there is no logo at ..%2f..'],
  },
  {
    emulator: 'Answers are not compressed (`x-amazon-apigateway-minimum-compression-size`)',
    shownBy: 'test/stack/operations.test.ts; the local runner compresses, and the same test reads it there',
    tests: ['compressed for who accepts it: the largest file is a quarter'],
  },
  {
    emulator: 'Paths lose their escapes before they are routed, so that `%31` is the id 1',
    shownBy: 'the same tests on the local runner',
    tests: [
      'there is no file ..%2fopenapi.json',
      'GET /api/helloWorld/{id} 404 for an unknown id and for what is no id',
      'DELETE /api/helloWorld/{id} 404 for what is no id',
      'what a customer may be called "gid://shopify/Customer/1", and has cards of their own',
      'what a customer may be called "a/b", and has cards of their own',
      'what a customer may be called "/", and has cards of their own',
      'what a customer may be called "%2F", and has cards of their own',
      'what a customer may be called "100%", and has cards of their own',
      'what a customer may be called "..%2f", and has cards of their own',
      'what a customer may be called "#", and has cards of their own',
      'what a customer may be called "?x=1", and has cards of their own',
      'what a customer may be called "a#b", and has cards of their own',
      'what a customer may be called what a path has in place of a letter is not that letter',
      'what a customer may be called a path with "%" finds nothing, and does no harm',
      'what a customer may be called a path with "%zz" finds nothing, and does no harm',
      'what a customer may be called a path with "%ff" finds nothing, and does no harm',
      'what a customer may be called a path with "%ed%a0%80" finds nothing, and does no harm',
      'what a customer may be called a path with "%00" finds nothing, and does no harm',
    ],
  },
  {
    emulator:
      '`Ref` of a secret is its name, not its ARN, so that no role may read it; the run adds a policy that lets one',
    shownBy: 'test/stack/policies.test.ts',
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
      'a request with two identities has none, in whichever order they come',
      'a movement with two idempotency keys, or two media types, is refused',
      'a customer’s side that is asked for two versions answers none',
    ],
  },
  {
    emulator: 'Gateway responses do not map `context.authorizer.…` to headers',
    shownBy: 'test/stack/template.test.ts; the local runner maps them, and the API tests read them there',
    tests: ['the commands of docs/hello-world.md do what stands beside them'],
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
      'POST /api/helloWorld of fifty creates with one id, at once, one is a 201 and the others are 409',
      'POST /api/helloWorld fifty at once get fifty ids',
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
      'Logs are not turned into metrics, alarms are not evaluated (those on metric math are made on one of its ' +
      'metrics: test/deploy/ministack), and no traces are made',
    shownBy: 'test/stack/operations.test.ts',
  },
];
