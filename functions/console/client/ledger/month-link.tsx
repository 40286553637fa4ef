import { lastFullMonth } from '#domain/ledger/month.ts';
import { printPlace } from '../browser/router.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import { timeZone } from '../values/zone.ts';

/** The address of the last full month's statement. */
export const placeOfMonth = (merchantId: string): string =>
  printPlace([merchantId, 'ledger'], { month: lastFullMonth(Date.now(), timeZone) });

/** A link to the statement of the last full month, where other months can be chosen. */
export const MonthLink = () => {
  const { merchant } = useConsole();
  return (
    <a class="button" href={placeOfMonth(merchant.id)}>
      {t.statement.link}
    </a>
  );
};
