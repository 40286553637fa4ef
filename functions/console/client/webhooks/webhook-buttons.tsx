import { useState } from 'preact/hooks';
import { go, printPlace } from '../browser/router.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { call } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Webhook } from '../values/types.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

interface Props {
  webhook: Webhook;
  /** The webhook's path in the API. */
  path: string;
  reload: () => Promise<void>;
}

/** The buttons that change an endpoint, switch it on or off, and remove it, with their dialogs. */
export function WebhookButtons({ webhook, path, reload }: Props) {
  const { merchant } = useConsole();
  const [dialog, setDialog] = useState<'change' | 'switch' | 'remove'>();
  const close = () => setDialog(undefined);
  const switching = webhook.enabled
    ? { title: t.webhooks.switchOff, hint: t.webhooks.switchOffHint }
    : { title: t.webhooks.switchOn, hint: t.webhooks.switchOnHint };

  return (
    <>
      <button type="button" class="button" onClick={() => setDialog('change')}>
        {t.webhooks.change}
      </button>
      <button type="button" class="button" onClick={() => setDialog('switch')}>
        {switching.title}
      </button>
      <button type="button" class="button danger" onClick={() => setDialog('remove')}>
        {t.common.remove}
      </button>
      {dialog === 'change' && <WebhookDialog webhook={webhook} done={reload} close={close} />}
      {dialog === 'switch' && (
        <Confirm
          title={switching.title}
          confirm={switching.title}
          close={close}
          work={async () => {
            await call('PUT', path, { body: { enabled: !webhook.enabled } });
            announce(t.webhooks.saved);
            await reload();
          }}
        >
          <p>{switching.hint}</p>
        </Confirm>
      )}
      {dialog === 'remove' && (
        <Confirm
          title={t.webhooks.removeTitle}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', path);
            go(printPlace([merchant.id, 'webhooks']));
          }}
        >
          <p>{t.webhooks.removeHint}</p>
        </Confirm>
      )}
    </>
  );
}
