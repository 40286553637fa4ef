// Loaded into the processes of tests: every name below `localhost` is this machine (RFC 6761). Browsers and curl
// know that; Node.js asks the system, which may not.
const dns = require('node:dns');

const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(/\.localhost$/.test(name) ? 'localhost' : name, ...rest);
