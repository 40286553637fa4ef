/**
 * `npm run load -- --rate 200 --minutes 5 --mix payments`: lets test merchants of a Florin take payments at a constant rate,
 * and reports how long each kind of request took. It moves no money: all merchants are test merchants, which it makes.
 */
import { parseOptions, readOrUsage } from '../../command-line.ts';
import { fail } from '../fail.ts';
import { arrive } from './arrivals.ts';
import { Measures, rowsOf } from './measures.ts';
import { type Mix, mixes, openShops, requestsOf } from './mixes.ts';
import { type Report, textOf } from './report.ts';

const usage = `npm run load -- [--rate 10] [--minutes 1] [--mix payments | lives | reads] [--merchants 10]
                      [--base <BaseUrl> --pos <PosUrl>] [--key <API key>] [--most 1000] [--json] [--yes]

  --rate       payments, lives or reads a second, at most 2000
  --minutes    at most 60
  --mix        payments: customers pay; lives: customers pay, and the merchant captures, refunds, voids and reads; reads: lists and balances
  --merchants  the test merchants that take part, at most 100
  --base       the merchants' API (http://localhost:3000)
  --pos        the checkout API (http://localhost:3001)
  --key        the key of an app; without it, the test makes an app
  --most       the most visits at the same time; further visits are skipped and counted
  --yes        needed for a Florin that is not on this machine`;

const { rate, minutes, mix, merchants, base, pos, key, most, json, yes } = readOrUsage(usage, read);
const isLocal = [base, pos].every((url) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
);
const visits = Math.round(rate * minutes * 60);
if (!isLocal && !yes)
  fail(
    `this sends about ${visits * requestsOf[mix]} requests to ${new URL(base).host} and ${new URL(pos).host}, and costs money there (docs/costs.md). \`--yes\` does it.`,
  );

const measures = new Measures();
const shops = await openShops({ baseUrl: base, posUrl: pos, key }, merchants, measures).catch(({ message }) =>
  fail(`the load test made no merchants at ${base}: ${message}`),
);
let next = 0;
const whole = `${mix} as a whole`;
const begin = performance.now();
const arrivals = await arrive({ rate, seconds: minutes * 60, most }, async (due) => {
  const shop = shops[next++ % shops.length] as (typeof shops)[number];
  // Ignores the error of a failed visit, as the report already counts the visit's failed request.
  await measures.time(whole, () => mixes[mix](shop), due).catch(() => undefined);
});
const seconds = (performance.now() - begin) / 1000;
const rows = rowsOf(measures);
const done = rows.find(({ name }) => name === whole);
const report: Report = {
  mix,
  wanted: rate,
  rate: (done?.succeeded ?? 0) / seconds,
  seconds,
  ...arrivals,
  rows,
};
console.log(json ? JSON.stringify(report) : textOf(report));
process.exitCode = (done?.failed ?? 0) + arrivals.skipped > 0 ? 1 : 0;

function read() {
  const { values } = parseOptions({
    options: {
      rate: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '1' },
      mix: { type: 'string', default: 'payments' },
      merchants: { type: 'string', default: '10' },
      base: { type: 'string', default: 'http://localhost:3000' },
      pos: { type: 'string', default: 'http://localhost:3001' },
      key: { type: 'string' },
      most: { type: 'string', default: '1000' },
      json: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    mix: oneOf(values.mix),
    base: addressIn(values.base),
    pos: addressIn(values.pos),
    rate: numberIn('rate', values.rate, 2000),
    minutes: numberIn('minutes', values.minutes, 60),
    merchants: Math.ceil(numberIn('merchants', values.merchants, 100)),
    most: numberIn('most', values.most, 100_000),
  };
}

function numberIn(name: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  throw new Error(`--${name} must be a number above 0, at most ${most}; got "${text}"`);
}

function oneOf(text: string): Mix {
  if (Object.hasOwn(mixes, text)) return text as Mix;
  throw new Error(`--mix must be one of ${Object.keys(mixes).join(', ')}; got "${text}"`);
}

function addressIn(text: string): string {
  if (URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new Error(`--base and --pos must be addresses, such as http://localhost:3000; got "${text}"`);
}
