import { useRef, useState } from 'preact/hooks';
import { eventTypes } from '#schemas/event-types.ts';
import { changesOf, useEntry } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { Secret } from '../parts/copy.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Check, Field, focusFault } from '../parts/field.tsx';
import { useAction, useIntentKey } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Webhook } from '../values/types.ts';

/** The types to choose from. Test events are not among them, as each endpoint gets them anyway. */
const offered: readonly string[] = eventTypes.filter((type) => type !== 'webhook.tested');

interface Props {
  /** The endpoint to change; without one, a new one is made. */
  webhook?: Webhook;
  done: () => Promise<void>;
  close: () => void;
}

/** Makes or changes an endpoint. The dialog shows the signing secret of a new endpoint only once. */
export function WebhookDialog({ webhook, done, close }: Props) {
  const { merchant } = useConsole();
  // The endpoint as it was when the dialog was opened, which is what the user has seen and changed. The page reloads
  // it repeatedly.
  const [before] = useState(webhook);
  const path = `api/merchants/${merchant.id}/webhooks`;
  const entry = `${path}/${webhook?.id}`;
  const [url, setUrl] = useEntry(`${entry}.url`, webhook?.url ?? '');
  const [description, setDescription] = useEntry(`${entry}.text`, webhook?.description ?? '');
  const [events, setEvents] = useEntry<string[] | undefined>(`${entry}.events`, webhook?.events ?? undefined);
  const [secret, setSecret] = useState<string>();
  const { isBusy, error, run } = useAction();
  const intent = useIntentKey();
  const form = useRef<HTMLFormElement>(null);

  const save = async () => {
    // A list of all types means those of later releases, too. The API refuses an empty list.
    const body = { url: url.trim(), description: description.trim(), events: events ?? [...eventTypes] };
    if (before) {
      const changes = changesOf(fieldsOf(before), body, unordered);
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged) await call('PUT', `${path}/${before.id}`, { body: changes });
      announce(isChanged ? t.webhooks.saved : t.settings.unchanged);
    } else {
      const made = await call<{ webhook: { secret: string } }>('POST', path, { body, key: intent.key });
      setSecret(made.webhook.secret);
    }
    await done();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const isDone = await run(save);
    if (!isDone) focusFault(form.current);
    else if (webhook) close();
  };
  const change = (set: () => void) => {
    intent.next();
    set();
  };

  if (secret)
    return (
      <Dialog key="made" title={t.webhooks.made} onClose={close}>
        <Secret text={secret} hint={t.webhooks.secretHint} done={close} />
      </Dialog>
    );
  const rest = unshown(error, ['url', 'description']);
  return (
    <Dialog
      key="edit"
      class="dialog large"
      title={webhook ? t.webhooks.change : t.webhooks.make}
      canClose={!isBusy}
      onClose={close}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Field
          label={t.webhooks.url}
          hint={t.webhooks.urlHint}
          type="url"
          autocomplete="off"
          placeholder="https://"
          value={url}
          maxLength={2048}
          fault={faultOf(error, 'url')}
          onInput={({ currentTarget }) => change(() => setUrl(currentTarget.value))}
        />
        <Field
          label={`${t.webhooks.description} (${t.common.optional})`}
          value={description}
          maxLength={255}
          fault={faultOf(error, 'description')}
          onInput={({ currentTarget }) => change(() => setDescription(currentTarget.value))}
        />
        <Check
          label={t.webhooks.all}
          checked={events === undefined}
          onChange={(isAll) => change(() => setEvents(isAll ? undefined : [...offered]))}
        />
        {events && (
          <fieldset class="choices-grid">
            <legend class="legend">{t.webhooks.events}</legend>
            {offered.map((type) => (
              <Check
                key={type}
                label={type}
                checked={events.includes(type)}
                onChange={(isChosen) =>
                  change(() =>
                    setEvents(isChosen ? [...events, type] : events.filter((other) => other !== type)),
                  )
                }
              />
            ))}
          </fieldset>
        )}
        <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
        <DialogFoot isBusy={isBusy} close={close}>
          <button type="submit" class="button main" aria-busy={isBusy}>
            {webhook ? t.common.save : t.webhooks.make}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** The fields of an endpoint, as the dialog shows them. */
const fieldsOf = ({ url, description, events }: Webhook) => ({
  url: url ?? '',
  description: description ?? '',
  events: events ?? [...eventTypes],
});

/** Prints a value for a comparison. The order of event types has no meaning, so lists are sorted. */
const unordered = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
