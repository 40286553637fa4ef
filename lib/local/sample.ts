import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Running } from './runner.ts';

/**
 * A payment link that can be opened and paid at once: of a test merchant, made through the API as anybody would.
 *
 * @param file where the merchant's public key is remembered, if the database is kept
 */
export async function sampleLink({ baseUrl, posUrl }: Addresses, file?: string): Promise<string> {
  const known = linkOf(posUrl, remembered(file));
  // The database may be another one, or a new one.
  if (known && (await fetch(known)).ok) return known;

  const { app } = await post(`${baseUrl}/apps`, { name: 'Sample' });
  const authorization = `Basic ${Buffer.from(`:${app.key}`).toString('base64')}`;
  const { merchant } = await post(`${baseUrl}/merchants`, sample, { authorization });
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ key: merchant.key }));
  }
  return linkOf(posUrl, merchant.key) as string;
}

type Addresses = Pick<Running, 'baseUrl' | 'posUrl'>;

const sample = {
  name: 'Sample shop',
  test: true,
  currency: 'EUR',
  email: 'sample@example.com',
  website: 'https://example.com',
  descriptor: 'Sample shop',
  company: { country: 'DK' },
};

function linkOf(posUrl: string, key: string | undefined): string | undefined {
  const query = { key: key ?? '', test: '1', value: '49.99', currency: sample.currency, text: 'Coffee' };
  return key && `${posUrl}/?${new URLSearchParams(query)}`;
}

function remembered(file: string | undefined): string | undefined {
  try {
    return file && JSON.parse(readFileSync(file, 'utf8')).key;
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<any> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`No sample merchant: ${new URL(url).pathname} answers ${answer.status}`);
  return answer.json();
}
