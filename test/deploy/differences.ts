/**
 * Where the emulator (MiniStack 1.5) is not AWS, as far as Florin can tell, and what shows the same thing instead.
 * The only such list: a test that is left out of the deploy test is named here.
 */
export interface Difference {
  emulator: string;
  shownBy: string;
  /** Tests of `test/api` that cannot pass there, by their full names. */
  tests?: string[];
}

export const differences: Difference[] = [
  {
    emulator: 'KMS does not authenticate what it encrypts: a changed ciphertext decrypts to something else',
    shownBy: 'the same test on the local vault, which uses AES-GCM as KMS does',
    tests: ['a token that somebody changed is refused'],
  },
  {
    emulator: 'Gateway responses do not map `context.authorizer.…` to headers',
    shownBy: 'test/stack/template.test.ts; the local runner maps them, and the API tests read them there',
    tests: [],
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
      'Functions run on this machine’s Node.js and processor, without limits on memory or size of payload',
    shownBy: 'test/stack/bundles.test.ts; nothing shows Node.js 24 on arm64 but an account',
  },
  {
    emulator: 'Logs are not turned into metrics, alarms are not evaluated, and no traces are made',
    shownBy: 'test/stack/operations.test.ts',
  },
];
