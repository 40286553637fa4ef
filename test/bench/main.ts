import { benchBusyMerchant } from './busy-merchant.ts';
import { benchCaptures } from './captures.ts';
import { benchExport } from './export.ts';
import { benchGateway } from './gateway.ts';
import { benchGrowth } from './growth.ts';
import { benchLoad } from './load.ts';
import { benchLocalstripe } from './localstripe.ts';
import { benchPage } from './page.ts';
import { benchScale } from './scale/scale.ts';
import { benchSearch } from './search.ts';
import { benchWebhooks } from './webhooks.ts';

/**
 * `npm run bench` measures on this machine, with bounded count and time. Its figures are ratios to a reference of the
 * same run, as the machine's speed and other load affect both alike. The time that the model itself takes is part of
 * its measurements. `npm run bench -- model` runs only that benchmark.
 */
const all = {
  captures: benchCaptures,
  export: benchExport,
  gateway: benchGateway,
  growth: benchGrowth,
  load: benchLoad,
  localstripe: benchLocalstripe,
  model: benchBusyMerchant,
  page: benchPage,
  scale: benchScale,
  search: benchSearch,
  webhooks: benchWebhooks,
};
const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(all, name));
if (unknown) {
  console.error(
    `There is no benchmark ${unknown}\n\nUsage: npm run bench -- [${Object.keys(all).join(' | ')}]`,
  );
  process.exit(2);
}
for (const [name, bench] of Object.entries(all))
  if (named.length === 0 || named.includes(name)) await bench();
