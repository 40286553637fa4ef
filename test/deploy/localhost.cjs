// Loaded into the processes of tests: every name below `localhost` is this machine (RFC 6761). Browsers and curl
// know that; Node.js asks the system, which may not.
const dns = require('node:dns');

for (const names of [dns, dns.promises]) {
  const { lookup } = names;
  names.lookup = (name, ...rest) => lookup(/\.localhost$/.test(name) ? 'localhost' : name, ...rest);
}

// The addresses that AWS would give an API lead to the emulator.
const { AWS_ENDPOINT_URL: emulator } = process.env;
const { fetch } = globalThis;
if (emulator)
  globalThis.fetch = (url, options) =>
    fetch(
      String(url).replace(
        /^https:\/\/(\w+\.execute-api)\.[\w.-]+/,
        `http://$1.localhost:${new URL(emulator).port}`,
      ),
      options,
    );
