const { default: Sequencer } = require('@jest/test-sequencer');

/** The beginnings of the names of test files that take more than a minute, and are short to read. */
const longest = [
  'slow/live/second-failures',
  'slow/deploy-guard',
  'browser/till-codes',
  'slow/live/cuts-',
  'slow/trail-cost',
  'slow/stream-drill',
  'slow/page-cost',
  'slow/start',
];

/**
 * Begins with the files that take longest, so that no worker waits for them at the end. In a clean checkout, Jest only
 * knows the size of each file, and begins with the largest.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return super
      .sort(tests)
      .map((test) => ({ test, place: longest.findIndex((name) => test.path.includes(`/test/${name}`)) }))
      .sort((one, other) => placed(one) - placed(other))
      .map(({ test }) => test);
  }
};

const placed = ({ place }) => (place < 0 ? longest.length : place);
