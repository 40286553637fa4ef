import { Page } from '../parts/page.tsx';
import { t } from '../values/texts.ts';
import { Apps } from './apps.tsx';
import { Tills } from './tills.tsx';
import { Users } from './users.tsx';

/** The people and the apps that have access to the merchant. */
export function People() {
  return (
    <Page title={t.nav.people} lead={t.people.lead}>
      <Users />
      <Tills />
      <Apps />
    </Page>
  );
}
