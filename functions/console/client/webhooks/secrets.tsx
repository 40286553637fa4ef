import { useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Secret } from '../parts/copy.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Time } from '../parts/table.tsx';
import { useIntentKey } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { t } from '../values/texts.ts';
import type { Webhook } from '../values/types.ts';

interface Props {
  webhook: Webhook;
  /** The webhook's path in the API. */
  path: string;
  mayChange: boolean;
  reload: () => Promise<void>;
}

/** The secrets that sign an endpoint's deliveries. A new secret is shown once. */
export function Secrets({ webhook, path, mayChange, reload }: Props) {
  const [dialog, setDialog] = useState<'add' | { remove: string }>();
  const [secret, setSecret] = useState<string>();
  const intent = useIntentKey();
  const close = () => setDialog(undefined);

  const add = async () => {
    // After a lost answer, the same key returns the first secret. A new key would make a second secret.
    const made = await call<{ secret: { secret: string } }>('POST', `${path}/secrets`, { key: intent.key });
    setSecret(made.secret.secret);
    await reload();
  };
  const remove = async (id: string) => {
    await call('DELETE', `${path}/secrets/${id}`);
    announce(t.webhooks.saved);
    await reload();
  };

  return (
    <>
      <section class="block" aria-labelledby="secrets">
        <header class="block-head">
          <h2 id="secrets">{t.webhooks.secrets}</h2>
          {mayChange && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                intent.next();
                setDialog('add');
              }}
            >
              {t.webhooks.addSecret}
            </button>
          )}
        </header>
        <p class="muted">{t.webhooks.secretsHint}</p>
        <ul class="rows sheet">
          {webhook.secrets.map(({ id, created }) => (
            <li key={id}>
              <span>
                <code>{id}</code> <Time at={created} />
              </span>
              {mayChange && webhook.secrets.length > 1 && (
                <button
                  type="button"
                  class="button small"
                  aria-label={`${t.common.remove}: ${id}`}
                  onClick={() => setDialog({ remove: id })}
                >
                  {t.common.remove}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {dialog === 'add' && (
        <Confirm title={t.webhooks.addSecret} confirm={t.webhooks.addSecret} close={close} work={add}>
          <p>{t.webhooks.addSecretHint}</p>
        </Confirm>
      )}
      {typeof dialog === 'object' && (
        <Confirm
          title={t.webhooks.removeSecret}
          confirm={t.common.remove}
          close={close}
          work={() => remove(dialog.remove)}
        >
          <p>{t.webhooks.removeSecretHint}</p>
        </Confirm>
      )}
      {secret && !dialog && (
        <Dialog title={t.webhooks.addSecret} onClose={() => setSecret(undefined)}>
          <Secret text={secret} hint={t.webhooks.secretHint} done={() => setSecret(undefined)} />
        </Dialog>
      )}
    </>
  );
}
