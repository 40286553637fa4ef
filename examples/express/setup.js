/**
 * Makes an app, a test merchant and a webhook at the Florin of `npm start`, and writes their keys to `.env`. An
 * existing `.env` stays as it is.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createClient } from 'florin';

const { FLORIN_BASE_URL: baseUrl = 'http://localhost:3000', PORT = '8080' } = process.env;

if (existsSync('.env')) {
  console.log('.env is there already');
  process.exit();
}
const { key } = await createClient({ baseUrl }).apps.create({ name: 'Coffee & John' });
const florin = createClient({ baseUrl, key });
const merchant = await florin.merchants.create({
  test: true,
  currency: 'EUR',
  email: 'john@example.com',
  website: 'example.com',
  descriptor: 'Coffee and John',
  company: { country: 'DK' },
  methods: ['mobilepay'],
});
const { secret } = await florin.webhooks.create(merchant.id, {
  url: `http://localhost:${PORT}/hooks`,
  events: ['transaction.created', 'transaction.captured', 'transaction.refunded', 'transaction.voided'],
});
const settings = {
  FLORIN_KEY: key,
  FLORIN_MERCHANT: merchant.id,
  FLORIN_WEBHOOK_SECRET: secret,
  SHOP_PASSWORD: randomBytes(16).toString('hex'),
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync('.env', lines.join(''), { flag: 'wx', mode: 0o600 });
console.log('Wrote .env');
