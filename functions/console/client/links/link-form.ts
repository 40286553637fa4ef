import { useRef, useState } from 'preact/hooks';
import { useDraft } from '../browser/drafts.ts';
import { announce } from '../parts/announce.tsx';
import { focusFault } from '../parts/field.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { readTyped, typedFaultText } from '../values/amount.ts';
import { plainAmount } from '../values/format.ts';
import { t } from '../values/texts.ts';
import type { Link, LinkTemplate } from '../values/types.ts';
import type { Terms } from './link-templates.tsx';

interface Draft {
  amount: string;
  currency: string;
  text: string;
  reference: string;
  uses: string;
  life: string;
  /** Whether the payment takes the money, if the user has chosen it. The merchant's setting decides otherwise. */
  capture?: boolean;
  /** The types of the methods beside cards, if the user has chosen some. All of the merchant's count otherwise. */
  methods?: readonly string[];
  /**
   * The key and the expiry in the latest request with these terms. A second attempt sends the same request, so that
   * it makes no second link.
   */
  sent?: { key: string; expires?: string };
}

/** The state of the form of a payment link: its terms, and how to change, read and send them. */
export function useLinkForm(made: (link: Link) => void) {
  const { merchant, session } = useConsole();
  const [draft, setDraft] = useDraft<Draft>(`link.${session.user.id}.${merchant.id}`, {
    amount: '',
    currency: merchant.currency,
    text: '',
    reference: '',
    uses: '1',
    life: '30',
  });
  const capture = draft.capture ?? merchant.consoleCapture;
  const methods = draft.methods?.filter((type) => merchant.methods.includes(type));
  const [amountFault, setAmountFault] = useState<string>();
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);

  /** Changes the terms. Changed terms mean another link, so the earlier key is dropped. */
  const change = (terms: Partial<Draft>) => {
    const { sent: _, ...before } = draft;
    setDraft({ ...before, ...terms });
  };
  const fillIn = (template: LinkTemplate) => {
    change(termsOf(template));
    setAmountFault(undefined);
  };

  /** The typed amount in minor units; undefined, with the focus on the field, if it cannot be read. */
  const readAmount = (): number | undefined => {
    const { amount, currency } = draft;
    const typed = readTyped(amount, currency);
    if (!('fault' in typed)) {
      setAmountFault(undefined);
      return typed.minor;
    }
    setAmountFault(typedFaultText(typed.fault, currency));
    focusFault(form.current);
    return undefined;
  };
  /** The terms for a template, in which the amount may be missing; undefined if the amount cannot be read. */
  const readTerms = (): Terms | undefined => {
    const minor = draft.amount.trim() === '' ? null : readAmount();
    return minor === undefined ? undefined : templateOf({ ...draft, methods }, minor);
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    const minor = readAmount();
    if (minor === undefined) return;
    const isMade = await run(async () => {
      const sent = draft.sent ?? newRequest(draft);
      setDraft({ ...draft, sent });
      const { key, ...ending } = sent;
      const path = `api/merchants/${merchant.id}/links`;
      const body = { ...bodyOf(draft, minor), capture, ...(methods && { methods }), ...ending };
      const { link } = await call<{ link: Link }>('POST', path, { body, key });
      setDraft();
      announce(t.links.made);
      made(link);
    });
    if (!isMade) focusFault(form.current);
  };
  const discard = () => setDraft();
  return {
    ...{ form, draft, capture, methods: methods ?? merchant.methods, amountFault, isBusy, error },
    ...{ change, fillIn, readTerms, submit, discard },
  };
}

/** The form's terms from a template. */
const termsOf = (template: LinkTemplate): Draft => ({
  amount: template.amount === null ? '' : plainAmount(template.amount, template.currency),
  currency: template.currency,
  text: template.text ?? '',
  reference: template.reference ?? '',
  uses: String(template.uses ?? ''),
  life: String(template.days ?? ''),
  methods: template.methods ?? undefined,
});

/** A template of the form's terms. @param amount minor units; null if users enter it for each link */
const templateOf = (
  { currency, text, reference, uses, life, methods }: Draft,
  amount: number | null,
): Terms => ({
  amount,
  currency,
  text: text.trim() || null,
  reference: reference.trim() || null,
  uses: Number(uses) || null,
  days: Number(life) || null,
  methods: methods ?? null,
});

/** The body of the request, without the expiry of the link. */
const bodyOf = ({ currency, text, reference, uses }: Draft, amount: number) => ({
  amount,
  currency,
  ...(text.trim() && { text: text.trim() }),
  ...(reference.trim() && { reference: reference.trim() }),
  ...(uses && { uses: Number(uses) }),
});

/** The key and the expiry of a new request. */
const newRequest = ({ life }: Draft): NonNullable<Draft['sent']> => ({
  key: crypto.randomUUID(),
  ...(life && { expires: new Date(Date.now() + Number(life) * 86_400_000).toISOString() }),
});
