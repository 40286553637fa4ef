const { default: TestRunner } = require('jest-runner');

/** Runs test files one at a time, after those that run side by side: they measure time. */
module.exports = class extends TestRunner {
  isSerial = true;
};
