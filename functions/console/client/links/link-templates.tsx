import { useRef, useState } from 'preact/hooks';
import { comparedName, templateName } from '#domain/console/template-name.ts';
import { sanitizeText } from '#html/text.ts';
import { announce } from '../parts/announce.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAction } from '../requests/action.ts';
import { type Call, call, faultOf, Refusal, unshown } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { fill, t } from '../values/texts.ts';
import type { LinkTemplate } from '../values/types.ts';

/** The values of a payment link's form: the terms of a template, without values that users enter for each link. */
export type Terms = Omit<LinkTemplate, 'id' | 'version' | 'name'>;

const pathOf = (merchantId: string) => `api/merchants/${merchantId}/templates`;

/** The templates that a merchant's users share, by name. */
export const listTemplates = (merchantId: string, { signal }: Pick<Call, 'signal'> = {}) =>
  call<LinkTemplate[]>('GET', pathOf(merchantId), { signal });

/** Saves a template. It replaces a known template of the same name, unless a colleague has changed that template since. */
export async function saveTemplate(
  merchantId: string,
  name: string,
  terms: Terms,
  known: readonly LinkTemplate[],
): Promise<void> {
  const replaces = known.find((one) => comparedName(one.name) === comparedName(name))?.version;
  const given = Object.entries({ name, ...terms, replaces }).filter(([, value]) => value != null);
  await call('PUT', pathOf(merchantId), { body: Object.fromEntries(given) });
}

export const removeTemplate = (merchantId: string, { id }: LinkTemplate): Promise<undefined> =>
  call('DELETE', `${pathOf(merchantId)}/${id}`);

interface Props {
  /** Reads the form. If the form has a fault, moves the focus there and returns undefined. */
  read: () => Terms | undefined;
  use: (template: LinkTemplate) => void;
}

/**
 * The templates of payment links that a merchant's users share. A template fills in the form, and the form can be
 * saved as a further template.
 */
export function LinkTemplates({ read, use }: Props) {
  const { merchant } = useConsole();
  const loaded = useLoad(`templates ${merchant.id}`, (signal) => listTemplates(merchant.id, { signal }));
  const templates = loaded.data ?? [];
  const [name, setName] = useState<string>();
  const [isEmpty, setEmpty] = useState(false);
  const { isBusy, error, run } = useAction();
  const views = useRef<HTMLDivElement>(null);
  const save = async () => {
    const trimmed = templateName(sanitizeText(name ?? ''));
    setEmpty(!trimmed);
    if (!trimmed) return focusFault(views.current);
    const terms = read();
    if (!terms) return;
    // After a conflict, the list loads the colleague's template before the user reads about the conflict.
    const isSaved = await run(() =>
      saveTemplate(merchant.id, trimmed, terms, templates).finally(loaded.reload),
    );
    if (!isSaved) return focusFault(views.current);
    setName(undefined);
    announce(fill(t.links.templateSaved, { name: trimmed }));
  };
  const remove = async (template: LinkTemplate) => {
    const isRemoved = await run(() =>
      removeTemplate(merchant.id, template).catch((error) => {
        // A colleague has already removed the template.
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      }),
    );
    await loaded.reload();
    if (isRemoved) announce(fill(t.links.templateRemoved, { name: template.name }));
  };
  const isConflict = error instanceof Refusal && error.status === 409;
  const rest = unshown(error, ['name']);
  const shown = rest && (isConflict ? t.links.templateChanged : failureText(rest));
  return (
    <div class="views" ref={views}>
      {templates.length > 0 && (
        <ul class="chips" aria-label={t.links.templates}>
          {templates.map((template) => (
            <li key={template.id} class="chip">
              <button type="button" class="bare ellipsis" onClick={() => use(template)}>
                <bdi>{template.name}</bdi>
              </button>
              <button
                type="button"
                class="bare"
                aria-label={fill(t.links.removeTemplate, { name: template.name })}
                onClick={() => remove(template)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {loaded.error && <p class="notice bad">{failureText(loaded.error)}</p>}
      {name === undefined ? (
        <button
          type="button"
          class="button small"
          disabled={loaded.data === undefined}
          onClick={() => setName('')}
        >
          {t.links.saveTemplate}
        </button>
      ) : (
        <div class="find">
          <Field
            label={t.links.templateName}
            hint={t.links.templateHint}
            value={name}
            maxLength={60}
            autocomplete="off"
            fault={isEmpty ? t.links.templateNameFault : faultOf(error, 'name')}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter saves the template. It must not submit the form, which makes a link.
              event.preventDefault();
              void save();
            }}
          />
          <button type="button" class="button" aria-busy={isBusy} onClick={save}>
            {t.common.save}
          </button>
        </div>
      )}
      <div role="alert">{shown && <p class="notice bad">{shown}</p>}</div>
    </div>
  );
}
