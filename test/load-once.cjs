/**
 * Replaces a module by one that loads it once for all test files of a worker, outside of their contexts. Otherwise Jest
 * loads modules again for each file, and V8 compiles them again: for the AWS SDK, that took a seventh of the time of
 * unit tests. `environment.cjs` provides the function.
 */
module.exports = { process: () => ({ code: 'module.exports = loadOnce(__filename);' }) };
