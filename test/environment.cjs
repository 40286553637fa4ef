const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { createContext } = vm;

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** The lines that the code under test has logged since the present test began. */
const logged = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  if (typeof text !== 'string' || !text.startsWith('{"level":')) return write(text, ...rest);
  logged.push(text);
  return true;
};

/**
 * Jest's environment for Node.js, with two changes that save time. Its globals are plain properties: Jest's own go
 * through a proxy, even each use of `Promise`. And `loadOnce` loads the modules that `load-once.cjs` replaces. The log
 * lines of a test are printed only if the test fails.
 */
module.exports = class extends TestEnvironment {
  constructor(...options) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...options);
    } finally {
      vm.createContext = createContext;
    }
    this.global.loadOnce = require;
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start') logged.length = 0;
    if (name === 'test_done' && test.errors.length > 0) for (const line of logged) write(line);
  }
};
