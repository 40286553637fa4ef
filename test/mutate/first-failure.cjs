const { writeFileSync } = require('node:fs');

/**
 * Writes the first failure to the file named by `FLORIN_FAILURE` as soon as the test file ends. With `--bail`, Jest exits
 * before it writes its own results.
 */
module.exports = class FirstFailure {
  onTestResult(_test, { testResults, failureMessage }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    if (!failed && !failureMessage) return;
    const [message = ''] = failed?.failureMessages ?? [failureMessage];
    writeFileSync(process.env.FLORIN_FAILURE, JSON.stringify({ test: failed?.fullName, message }), {
      flag: 'wx',
    });
  }
};
