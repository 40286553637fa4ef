import { Refusal } from '../requests/api.ts';
import type { Loaded } from '../requests/load.ts';
import { t } from '../values/texts.ts';
import { failureText } from './failure-notice.tsx';
import { LoadedContent } from './loading.tsx';
import { Page } from './page.tsx';

interface Props {
  title: string;
  /** The list of things of this kind. */
  back: { href: string; text: string };
  of: Loaded<unknown>;
}

/**
 * The page of an object that is missing, or still loading. If it does not exist, the page links to the list, because another try
 * would not help. The object of another merchant counts as missing, even if the user is a member of both merchants.
 */
export function MissingObject({ title, back, of }: Props) {
  const isRefused = of.error instanceof Refusal && [403, 404].includes(of.error.status);
  return (
    <Page title={title} back={back}>
      {isRefused || of.data !== undefined ? (
        <div class="notice bad" role="alert">
          <p>{of.error ? failureText(of.error) : t.errors.missing}</p>
          <a class="button small" href={back.href}>
            {back.text}
          </a>
        </div>
      ) : (
        <LoadedContent of={of}>{() => null}</LoadedContent>
      )}
    </Page>
  );
}
