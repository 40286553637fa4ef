import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Merchant } from '../values/types.ts';
import { logoFrom } from './logo-image.ts';

interface LogoProps {
  now: Merchant['logo'];
  /** A chosen file that is not saved yet, as a `data:` URL; empty if the logo is to be removed. */
  draft: string | undefined;
  /** The server's refusal of the draft. */
  refused: string | undefined;
  choose: (draft: string | undefined) => void;
}

/** The field for the logo. The preview shows a chosen image; saving the settings saves it. */
export function LogoField({ now, draft, refused, choose }: LogoProps) {
  const { posUrl } = useConsole();
  const [fault, setFault] = useState<string>();
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    input.value = '';
    const image = await logoFrom(file);
    setFault('fault' in image ? t.settings.logoFaults[image.fault] : undefined);
    if ('url' in image) choose(image.url);
  };
  return (
    <>
      {now && draft === undefined && (
        <img
          class="logo"
          src={posUrl + now.path}
          width={now.width}
          height={now.height}
          alt={t.settings.logoNow}
        />
      )}
      <Field
        label={t.settings.logoFile}
        hint={t.settings.logoHint}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml"
        fault={fault ?? (refused && t.settings.logoFaults.unreadable)}
        onChange={({ currentTarget }) => read(currentTarget)}
      />
      {(now || draft !== undefined) && (
        <div class="buttons">
          <button
            type="button"
            class="button small"
            onClick={() => choose(draft === undefined ? '' : undefined)}
          >
            {now && draft !== undefined ? t.settings.logoKeep : t.settings.logoRemove}
          </button>
        </div>
      )}
    </>
  );
}
