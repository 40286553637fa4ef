const { appendFileSync, existsSync, readFileSync, rmSync } = require('node:fs');

const { FLORIN_REACHED: reached, FLORIN_REACHES: reaches } = process.env;

/**
 * Appends a line of JSON to the file named by `FLORIN_REACHES` for each test file: its absolute path, whether it passed,
 * its seconds, and the numbers of the places that it reached. Tests must run in Jest's own process, one file at a time.
 */
module.exports = class ReachReporter {
  onTestStart() {
    rmSync(reached, { force: true });
  }

  onTestResult({ path }, { numFailingTests, failureMessage, perfStats }) {
    const numbers = existsSync(reached) ? readFileSync(reached, 'utf8').trim().split('\n').map(Number) : [];
    const passed = numFailingTests === 0 && !failureMessage;
    const seconds = Math.round(perfStats.runtime / 1000);
    appendFileSync(reaches, `${JSON.stringify({ path, passed, seconds, bugs: [...new Set(numbers)] })}\n`);
  }
};
