import { Page } from '../parts/page.tsx';
import { t } from '../values/texts.ts';

/** Says why the tool gets no key. */
export const ToolRefused = ({ hint }: { hint: string }) => (
  <main class="door-card">
    <Page title={t.tool.title}>
      <p class="notice bad">{hint}</p>
      <p>
        <a class="button" href="#/">
          {t.shell.toMine}
        </a>
      </p>
    </Page>
  </main>
);

/** Shows the outcome, which the tool puts into the URL to which it redirects the browser. */
export const ToolAnswer = ({ outcome }: { outcome: string | undefined }) =>
  outcome === 'done' ? (
    <main class="door-card">
      <Page title={t.tool.done}>
        <p>{t.tool.doneHint}</p>
      </Page>
    </main>
  ) : (
    <ToolRefused hint={t.tool.failed} />
  );
