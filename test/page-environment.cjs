const Environment = require('./environment.cjs');

const names = [
  ...['document', 'location', 'history', 'navigator', 'sessionStorage', 'localStorage'],
  ...[
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
    'matchMedia',
    'HTMLElement',
    'Node',
    'Event',
  ],
  ...[
    'HTMLButtonElement',
    'HTMLInputElement',
    'HTMLSelectElement',
    'MutationObserver',
    'FormData',
    'KeyboardEvent',
  ],
  ...['MessageEvent', 'getSelection', 'scrollTo', 'print'],
];

/** An environment for the clients of pages: that of the other tests, with the globals of a browser, by happy-dom. */
module.exports = class extends Environment {
  async setup() {
    await super.setup();
    const { Window } = await import('happy-dom');
    this.page = new Window({ url: 'https://console.test/' });
    for (const name of names) {
      const value = this.page[name];
      const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
      Object.defineProperty(this.global, name, {
        value: isMethod ? value.bind(this.page) : value,
        configurable: true,
        writable: true,
      });
    }
    this.global.window = this.global;
  }

  async teardown() {
    await this.page.happyDOM.close();
    await super.teardown();
  }
};
