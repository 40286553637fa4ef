import { acquirer, capabilities, readEvent, setup } from '../../unit/acquirer/acme/acme.ts';
import { acmeKey, startAcme } from '../../unit/acquirer/acme/stand-in.ts';
import type { Answer, Request, Step, World } from '../world.ts';

/** The acquirer of the guide, `docs/adapter.md`, with its adapter and its stand-in. */
export async function startAcmeWorld(): Promise<World> {
  const acme = await startAcme();
  let accounts = 0;
  const error = (status: number): Answer => ({ status, body: '{}' });

  function stepOf({ method, path, body }: Request): Step | undefined {
    if (path.startsWith('/payments/')) {
      if (method === 'GET') return 'find';
      return path.endsWith('/cancel') ? 'abandon' : 'authorize';
    }
    if (path.startsWith('/movements/')) return method === 'GET' ? 'find' : JSON.parse(body).kind;
    if (path.startsWith('/disputes')) return 'disputes';
    return /^\/(books|balance|payouts)/.test(path) ? 'books' : 'setup';
  }

  const sign: World['sign'] = (body, { age = 0, key } = {}) => acme.signed(body, Date.now() - age, key);

  return {
    // The guide's adapter is in no list of the repository.
    ...{
      name: 'acme' as World['name'],
      acquirer,
      capabilities,
      setup,
      readEvent,
      url: acme.url,
      stepOf,
      sign,
    },
    connect(url) {
      process.env.ACME_URL = url;
      process.env.ACME_CREDENTIALS = acmeKey;
    },
    account: () => `shop_${++accounts}`,
    answers: {
      conflict: error(409),
      throttled: error(429),
      failed: { status: 500, body: '{"state": "refused"}' },
      denied: error(401),
      forbidden: error(403),
    },
    decline: (reason) => ({ status: 200, body: JSON.stringify({ state: 'refused', reason }) }),
    books: (account) => acme.sums(account),
    longBooks: {
      page({ query }, count) {
        const start = Number(new URLSearchParams(query).get('cursor'));
        const end = Math.min(start + 100, count);
        const entries = Array.from({ length: end - start }, (_, index) => ({
          reference: `entry-${start + index}`,
        }));
        return { status: 200, body: JSON.stringify({ entries, next: end < count ? `${end}` : undefined }) };
      },
      reference: (entry) => `entry-${entry}`,
      cursor: (entries) => `${entries}`,
    },
    async answerBank(url, passes) {
      const body = new URLSearchParams({ passed: passes ? 'yes' : 'no' });
      await fetch(url, { method: 'POST', body, redirect: 'manual' });
    },
    dashboard: { capture: (account, payment, amount) => acme.capture(account, payment, amount) },
    reports: (account) => acme.reports(account).map((report) => sign(JSON.stringify(report))),
    ahead() {},
    close: () => acme.close() as Promise<void>,
  };
}
