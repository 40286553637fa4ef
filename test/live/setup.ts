import setUp from '../api/setup.ts';
import { startStandIn } from '../stripe/stand-in/start.ts';

/** One Florin, at a stand-in for the acquirer, whose merchants are live ones. */
export default async function setup(): Promise<void> {
  const apiKey = ['sk', 'test', 'live0suite'].join('_');
  const standIn = await startStandIn({ apiKey });
  Object.assign(globalThis, { standIn });
  process.env.FLORIN_LIVE = 'yes';
  process.env.STRIPE_URL = standIn.url;
  process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey, webhookSecrets: [] });
  await setUp();
}
