import { Page } from '../parts/page.tsx';
import { Apps } from '../parts/people/apps.tsx';
import { Tills } from '../parts/people/tills.tsx';
import { Users } from '../parts/people/users.tsx';
import { t } from '../texts.ts';

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
