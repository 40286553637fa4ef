import type { Id } from '#domain/id.ts';
import type { Change } from '#jobs/change.ts';
import { watch } from '#store/disputes/ratios.ts';
import type { Item } from '#store/table/read.ts';

/** Has the nightly job measure the ratios of a merchant with a new dispute or fraud alert. A repeat changes nothing. */
export async function watchAlerted({ now, before }: Change): Promise<void> {
  if (now?.sk === 'alert' && !before) await watch((now as Item & { merchantId: Id }).merchantId);
}
