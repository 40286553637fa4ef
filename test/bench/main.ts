import { benchBusyMerchant } from './busy-merchant.ts';
import { benchCaptures } from './captures.ts';
import { benchGateway } from './gateway.ts';
import { benchGrowth } from './growth.ts';
import { benchLoad } from './load.ts';
import { benchWebhooks } from './webhooks.ts';

/**
 * `npm run bench`: bounded in count and time, on this machine alone. Its figures are ratios to a reference measured
 * in the same run: how fast a machine is, and what else it does, is in both.
 * The model's own time is part of its measurements. `npm run bench -- model` runs one of them alone.
 */
const all = {
  captures: benchCaptures,
  gateway: benchGateway,
  growth: benchGrowth,
  load: benchLoad,
  model: benchBusyMerchant,
  webhooks: benchWebhooks,
};
const named = process.argv.slice(2);
for (const [name, bench] of Object.entries(all))
  if (named.length === 0 || named.includes(name)) await bench();
