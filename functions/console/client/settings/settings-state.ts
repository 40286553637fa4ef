import { useEffect, useState } from 'preact/hooks';
import { changesOf, useDraft } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { focusFault } from '../parts/field.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import type { Typed } from '../values/amount.ts';
import { readTyped, typedFaultText } from '../values/amount.ts';
import { plainAmount } from '../values/format.ts';
import { t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';

export interface FormProps {
  merchant: Merchant;
  path: string;
  /** Called for each change that is not saved yet. `logo` is a chosen file, as a `data:` URL, or empty for no logo. */
  onDraft: (draft: Merchant, logo?: string) => void;
  reload: () => Promise<void>;
}

/** The fields that the user has changed and not saved. All other fields follow the saved merchant. */
interface Edits extends Partial<Omit<Merchant, 'notifications' | 'logo'>> {
  /** A new logo, as a `data:` URL of a PNG; empty to remove the logo. */
  logo?: string | undefined;
  notifications?: Partial<Merchant['notifications']>;
  /** The refund limit as it was typed. */
  limit?: string;
}

type Notification = keyof Merchant['notifications'];

const noEdits: Edits = {};

const edited = (saved: Merchant, { limit: _, logo: __, notifications, ...others }: Edits): Merchant => ({
  ...saved,
  ...others,
  notifications: { ...saved.notifications, ...notifications },
});

/** The state of the form: the saved merchant with the edits, the changes to send, and how to save or discard them. */
export function useSettings(
  { merchant, path, onDraft, reload }: FormProps,
  form: { current: HTMLFormElement | null },
) {
  const { refresh, session } = useConsole();
  const [saved, setSaved] = useState(merchant);
  const [edits, setEdits] = useDraft<Edits>(`settings.${session.user.id}.${merchant.id}`, noEdits);
  const draft = edited(saved, edits);
  const { isBusy, error, run } = useAction();
  useEffect(() => onDraft(draft, edits.logo), [saved, edits]);
  const [limitFault, setLimitFault] = useState<string>();
  const limit = edits.limit ?? limitText(saved);
  const typed = readLimit(limit, merchant.currency);
  const next = 'fault' in typed ? draft : { ...draft, refundLimit: typed.minor };
  const changes = {
    ...changesIn(saved, next),
    ...(edits.logo !== undefined && { logo: edits.logo.replace(pngPrefix, '') }),
  };
  const isChanged = Object.keys(changes).length > 0 || 'fault' in typed;

  const save = async () => {
    if (!isChanged) return announce(t.settings.unchanged);
    setLimitFault('fault' in typed ? typedFaultText(typed.fault, merchant.currency) : undefined);
    if ('fault' in typed) return focusFault(form.current);
    const isDone = await run(async () => {
      await call('PUT', path, { body: changes });
      setSaved(next);
      if (edits.logo !== undefined) await reload();
      setEdits();
      announce(t.settings.saved);
    });
    // Other pages read the name, the time zone, the methods and the captures of links from the session.
    if (isDone) await refresh();
    else focusFault(form.current);
  };
  const discard = () => {
    setEdits();
    setLimitFault(undefined);
  };
  const set = (change: Edits) => setEdits({ ...edits, ...change });
  const setNotification = (kind: Notification, isOn: boolean) =>
    set({ notifications: { ...edits.notifications, [kind]: isOn } });
  return {
    saved,
    draft,
    logo: edits.logo,
    limit,
    limitFault,
    isChanged,
    isBusy,
    error,
    set,
    setNotification,
    save,
    discard,
  };
}

export type SectionProps = { of: ReturnType<typeof useSettings> };

const pngPrefix = 'data:image/png;base64,';

const limitText = ({ refundLimit, currency }: Merchant): string =>
  refundLimit === 0 ? '' : plainAmount(refundLimit, currency);

/** Reads the limit that a user has typed. An empty text means no limit, and is sent as 0. */
const readLimit = (text: string, currency: string): Typed =>
  text.trim() === '' ? { minor: 0 } : readTyped(text, currency);

const names = [
  ...(['name', 'email', 'descriptor', 'address', 'timeZone', 'color', 'capture', 'consoleCapture'] as const),
  ...(['terms', 'privacy', 'ask', 'methods', 'refundLimit', 'testAuthorizationDays'] as const),
];

const fieldsOf = (merchant: Merchant) =>
  Object.fromEntries(names.map((name) => [name, merchant[name] ?? '']));

function changesIn(saved: Merchant, draft: Merchant): Partial<Record<keyof Merchant, unknown>> {
  const notifications = changesOf(saved.notifications, draft.notifications);
  return {
    ...changesOf(fieldsOf(saved), fieldsOf(draft)),
    ...(Object.keys(notifications).length > 0 && { notifications }),
  };
}
