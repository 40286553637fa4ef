import { engine, florin, leftOut, options, project, setUpOf, stacks, withFlorin } from '../jest.config.mjs';

/** Each project is a step of `.ci/run` or a check of `.ci/nightly`, by its name. `npm test` has the other projects. */
export default {
  ...options,
  maxWorkers: 2,
  projects: [
    project('slow', `slow/(?!alone/)|${leftOut.slow}`, florin),
    project('slow-alone', 'slow/alone/', { runner: '<rootDir>/test/slow/support/alone.cjs', ...florin }),
    project('live', 'api/(properties|races|idempotency)\\.', setUpOf('live')),
    project('local', `local/|${leftOut.local}`, engine),
    project('usecases', `contract/|${leftOut.usecases}`, engine),
    project('stages', leftOut.stages, stacks),
    project('docs', `shell/|${leftOut.docs}`, florin),
    project('packages', `packages/|${leftOut.packages}`, florin),
    project('browser', 'browser/', setUpOf('browser')),
    project('examples', 'examples/', florin),
    project('webhooks', 'webhooks/', florin),
    project('stripe', 'stripe/'),
    project('sam', 'sam/'),
    // `test/mutate/main.ts` runs all unit tests, whichever step has them.
    project('unit', 'unit/', engine),
    // `test/deploy/run.ts` runs the API's tests at a deployed stage.
    project('deploy', 'api/', florin),
    // The API's tests on the model of DynamoDB, and on AWS's own DynamoDB Local.
    project('model', 'api/', { ...florin, globalSetup: '<rootDir>/test/model/setup.ts' }, [
      withFlorin,
      'api/docs',
    ]),
    project('engine', 'api/', setUpOf('engine'), [withFlorin, 'api/docs']),
  ],
};
