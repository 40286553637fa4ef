import { useState } from 'preact/hooks';
import { toBase64 } from '../browser/base64.ts';
import { announce } from '../parts/announce.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../requests/action.ts';
import { call, faultOf, unshown } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';

/** The largest file of a logo, in bytes. */
const largest = 64 * 1024;

interface LogoProps {
  merchant: Merchant;
  path: string;
  /** A chosen file that is not saved yet, as a `data:` URL. */
  draft: string | undefined;
  choose: (draft: string | undefined) => void;
  reload: () => Promise<void>;
}

export function LogoForm({ merchant, path, draft, choose, reload }: LogoProps) {
  const { posUrl } = useConsole();
  const { isBusy, error, run } = useAction();
  const [fault, setFault] = useState<string>();
  const send = (logo: string) =>
    run(async () => {
      await call('PUT', path, { body: { logo } });
      announce(t.settings.saved);
      await reload();
      choose(undefined);
    });
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    input.value = '';
    const isGood = file.type === 'image/png' && file.size <= largest;
    setFault(isGood ? undefined : t.settings.logoFault);
    if (isGood) choose(pngPrefix + toBase64(new Uint8Array(await file.arrayBuffer())));
  };
  const rest = unshown(error, ['logo']);
  return (
    <section class="sheet stack" aria-labelledby="logo">
      <h2 id="logo">{t.settings.logo}</h2>
      {merchant.logo && (
        <img
          class="logo"
          src={posUrl + merchant.logo.path}
          width={merchant.logo.width}
          height={merchant.logo.height}
          alt={t.settings.logoNow}
        />
      )}
      <Field
        label={t.settings.logoFile}
        hint={t.settings.logoHint}
        type="file"
        accept="image/png"
        fault={fault ?? (faultOf(error, 'logo') && t.settings.logoFault)}
        onChange={({ currentTarget }) => read(currentTarget)}
      />
      <div role="alert">{rest && <p class="notice bad">{failureText(rest)}</p>}</div>
      <div class="buttons">
        {draft && (
          <>
            <button
              type="button"
              class="button main"
              aria-busy={isBusy}
              onClick={() => send(draft.slice(pngPrefix.length))}
            >
              {t.preview.saveLogo}
            </button>
            <button type="button" class="button" disabled={isBusy} onClick={() => choose(undefined)}>
              {t.settings.discard}
            </button>
          </>
        )}
        {merchant.logo && !draft && (
          <button type="button" class="button" aria-busy={isBusy} onClick={() => send('')}>
            {t.settings.logoRemove}
          </button>
        )}
      </div>
    </section>
  );
}

const pngPrefix = 'data:image/png;base64,';
