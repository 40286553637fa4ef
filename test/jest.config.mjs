import { engine, florin, options, project, withFlorin, withoutFlorin } from '../jest.config.mjs';

/** Each project is a step of `.ci/run` or a check of `.ci/nightly`, by its name. `npm test` has the other projects. */
export default {
  ...options,
  maxWorkers: 2,
  projects: [
    project('slow', [], {
      testMatch: ['<rootDir>/test/slow/*.test.ts', '<rootDir>/test/slow/live/*.test.ts', ...withFlorin],
      ...florin,
    }),
    project('slow-alone', ['slow/alone'], { runner: '<rootDir>/test/slow/support/alone.cjs', ...florin }),
    project('live', [], {
      testMatch: ['<rootDir>/test/api/{properties,races,idempotency}.test.ts'],
      globalSetup: '<rootDir>/test/live/setup.ts',
      globalTeardown: '<rootDir>/test/live/teardown.ts',
    }),
    project('local', [], {
      testMatch: [
        '<rootDir>/test/{local,unit/{local,model,operator}}/**/*.test.ts',
        '<rootDir>/test/unit/{checks,mutate}.test.ts',
      ],
      ...engine,
    }),
    project('docs', ['shell', 'api/docs', 'unit/site'], florin),
    project('packages', ['packages', 'unit/client'], florin),
    project('browser', ['browser'], {
      globalSetup: '<rootDir>/test/browser/setup.ts',
      globalTeardown: '<rootDir>/test/browser/teardown.ts',
    }),
    project('examples', ['examples'], florin),
    project('webhooks', ['webhooks'], florin),
    project('stripe', ['stripe']),
    project('sam', ['sam']),
    // `test/deploy/run.ts` runs the API's tests at a deployed stage.
    project('deploy', ['api'], florin),
    // The API's tests on the model of DynamoDB, and on AWS's own DynamoDB Local.
    project('model', [], {
      testMatch: withoutFlorin,
      ...florin,
      globalSetup: '<rootDir>/test/model/setup.ts',
    }),
    project('engine', [], {
      testMatch: withoutFlorin,
      globalSetup: '<rootDir>/test/engine/setup.ts',
      globalTeardown: '<rootDir>/test/engine/teardown.ts',
    }),
  ],
};
