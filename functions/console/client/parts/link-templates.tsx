import { useState } from 'preact/hooks';
import { type LinkTemplate, linkTemplates } from '../link-templates.ts';
import { useConsole } from '../session.ts';
import { fill, t } from '../texts.ts';
import { announce } from './announce.tsx';
import { Field } from './field.tsx';
import { Icon } from './icons.tsx';

type Filled = Omit<LinkTemplate, 'name'>;

/** The user's templates of payment links: each fills the form in, and the form can be saved as one more. */
export function LinkTemplates({ form, use }: { form: Filled; use: (template: Filled) => void }) {
  const { merchant, session } = useConsole();
  const [templates, setTemplates] = useState(() => linkTemplates.of(session.user.id, merchant.id));
  const [name, setName] = useState<string>();
  const save = () => {
    const trimmed = name?.trim();
    if (!trimmed) return;
    setTemplates(linkTemplates.save(session.user.id, merchant.id, { ...form, name: trimmed }));
    setName(undefined);
    announce(fill(t.links.templateSaved, { name: trimmed }));
  };
  return (
    <div class="views">
      {templates.length > 0 && (
        <ul class="chips" aria-label={t.links.templates}>
          {templates.map((template) => (
            <li key={template.name} class="chip">
              <button type="button" class="bare ellipsis" onClick={() => use(template)}>
                <bdi>{template.name}</bdi>
              </button>
              <button
                type="button"
                class="bare"
                aria-label={fill(t.links.removeTemplate, { name: template.name })}
                onClick={() => {
                  setTemplates(linkTemplates.remove(session.user.id, merchant.id, template.name));
                  announce(fill(t.links.templateRemoved, { name: template.name }));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {name === undefined ? (
        <button type="button" class="button small" onClick={() => setName('')}>
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
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The key must not make the link.
              event.preventDefault();
              save();
            }}
          />
          <button type="button" class="button" onClick={save}>
            {t.common.save}
          </button>
        </div>
      )}
    </div>
  );
}
