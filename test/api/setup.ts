import { startFlorin } from './support/florin.ts';

/**
 * One Florin for all API tests, unless `FLORIN_BASE_URL` and `FLORIN_POS_URL` name one that runs already, a deployed
 * stage for instance.
 */
export default async function setup(): Promise<void> {
  if (process.env.FLORIN_BASE_URL) return;
  const florin = await startFlorin();
  process.env.FLORIN_BASE_URL = florin.baseUrl;
  process.env.FLORIN_POS_URL = florin.posUrl;
  (globalThis as { florin?: unknown }).florin = florin;
}
