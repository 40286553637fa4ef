import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, clientOf } from '../client.ts';
import { root } from '../root.ts';

/** The file with this laptop's test merchant. `npm run trigger` and `npm run listen` share it. */
const file = join(root, '.florin/listen.json');

/**
 * Finds the merchant: `FLORIN_MERCHANT`, with the key `FLORIN_KEY`, at `FLORIN_BASE_URL` and `FLORIN_POS_URL`. Without
 * a key, it is a new test merchant of a Florin on this machine.
 */
export async function account(env = process.env): Promise<Account> {
  const {
    FLORIN_BASE_URL: baseUrl = 'http://localhost:3000',
    FLORIN_POS_URL: posUrl = 'http://localhost:3001',
    FLORIN_KEY: key,
    FLORIN_MERCHANT: merchantId,
  } = env;
  if (key && merchantId) return { baseUrl, posUrl, key, merchantId };
  if (key || merchantId) throw new Error('FLORIN_KEY and FLORIN_MERCHANT go together');
  const known = remembered();
  if (known?.baseUrl === baseUrl && (await isThere(known))) return { ...known, posUrl };
  const made = await make({ baseUrl, posUrl });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function remembered(): Account | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the remembered merchant still exists. The database may have been replaced. */
async function isThere(known: Account): Promise<boolean> {
  try {
    await clientOf(known).ask('GET', `/merchants/${known.merchantId}`);
    return true;
  } catch {
    return false;
  }
}

async function make(at: Pick<Account, 'baseUrl' | 'posUrl'>): Promise<Account> {
  const anybody = clientOf({ ...at, key: '', merchantId: '' });
  const { app } = await anybody.ask('POST', '/apps', { name: 'npm run listen' });
  const made = { ...at, key: app.key as string, merchantId: '' };
  const { merchant } = await clientOf(made).ask('POST', '/merchants', {
    name: 'Shop with webhooks',
    test: true,
    currency: 'EUR',
    email: 'shop@example.com',
    website: 'https://example.com',
    descriptor: 'Shop with webhooks',
    company: { country: 'DK' },
    bank: { iban: 'DK50 0040 0440 1162 43' },
  });
  return { ...made, merchantId: merchant.id };
}
