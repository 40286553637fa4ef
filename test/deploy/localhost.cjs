// Node.js loads this file into the processes of tests. Every name below `localhost` means this machine (RFC 6761).
// Browsers and curl follow this rule, but Node.js asks the system, which may not know such names.
const dns = require('node:dns');

for (const names of [dns, dns.promises]) {
  const { lookup } = names;
  names.lookup = (name, ...rest) => lookup(/\.localhost$/.test(name) ? 'localhost' : name, ...rest);
}

// Sends requests to the URLs that AWS would give an API to the emulator instead.
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
