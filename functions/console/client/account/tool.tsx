import { useState } from 'preact/hooks';
import { may } from '#domain/merchants/roles.ts';
import { storedChoice } from '../browser/memory.ts';
import type { Query } from '../browser/router.ts';
import { failureText } from '../parts/failure-notice.tsx';
import { Select } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { nameWithMode } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { Member, Session } from '../values/types.ts';
import { ToolRefused } from './tool-answer.tsx';
import { answerTool, checkOf, readToolLink, sealFor, type ToolRequest } from './tool-link.ts';

/** Asks whether the command-line tool of this device gets a key of its own. */
export function ConnectTool({ session, query }: { session: Session; query: Query }) {
  const request = readToolLink(query);
  if (!request) return <ToolRefused hint={t.tool.badLink} />;
  const merchants = session.merchants.filter(
    ({ id, role }) =>
      may(role, 'POST /merchants/{merchantId}/apps/keys') && (request.merchantId ?? id) === id,
  );
  if (merchants.length === 0) return <ToolRefused hint={t.tool.noRight} />;
  // Another link asks for another key. Without this `key`, the page would send it with the idempotency key of the
  // first link.
  return <Ask key={request.state} {...{ request, merchants }} />;
}

function Ask({ request, merchants }: { request: ToolRequest; merchants: readonly Member[] }) {
  const { port, state, point, device } = request;
  const last = merchants.find(({ id }) => id === storedChoice('merchant')) ?? merchants[0];
  const [chosen, choose] = useState(last?.id ?? '');
  const { isBusy, error, run } = useAction();
  const [isBad, setBad] = useState(false);
  const intent = useIntentKey();
  const name = `florin, ${device}`;
  const submit = async (event: Event) => {
    event.preventDefault();
    await run(async () => {
      // If a link's public key cannot be used, the page must not make an app for it.
      const seal = await sealFor(point, state).catch(() => setBad(true));
      if (!seal) return;
      const path = `api/merchants/${chosen}/apps/keys`;
      const { app } = await call<{ app: { key: string } }>('POST', path, {
        body: { name },
        key: intent.key,
      });
      answerTool(port, { state, merchant: chosen, key: await seal(app.key) });
    });
  };
  if (isBad) return <ToolRefused hint={t.tool.badLink} />;
  return (
    <main class="door-card">
      <Page title={t.tool.title} lead={fill(t.tool.lead, { device })}>
        <form onSubmit={submit} class="stack">
          <p class="notice warn">{t.tool.warning}</p>
          <p>
            {t.tool.check} <code class="tool-check">{checkOf(state)}</code>
          </p>
          <Select
            label={t.tool.merchant}
            hint={t.tool.right}
            value={chosen}
            options={merchants.map((one) => [one.id, nameWithMode(one)])}
            onChange={(id) => {
              intent.next();
              choose(id);
            }}
          />
          <p class="muted">{fill(t.tool.end, { name })}</p>
          <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
          <button type="submit" class="button main wide" aria-busy={isBusy}>
            {t.tool.connect}
          </button>
          <a class="button wide" href="#/">
            {t.common.cancel}
          </a>
        </form>
      </Page>
    </main>
  );
}
