import { ownText, Refusal, Unreachable } from '../requests/api.ts';
import { Unconfirmed } from '../requests/step-up.ts';
import { NoPasskey } from '../requests/webauthn.ts';
import { fill, t } from '../values/texts.ts';

/** The text for a failed request, which says what the user can do. */
export function failureText(error: Error): string {
  if (error instanceof Unreachable) return navigator.onLine ? t.errors.trouble : t.errors.offline;
  if (error instanceof NoPasskey) return error.isKnown ? t.passkeys.known : t.passkeys.cancelled;
  if (error instanceof Unconfirmed) return t.stepUp.unconfirmed;
  if (!(error instanceof Refusal)) return t.errors.trouble;
  if (error.decline !== undefined) return declineText(error.decline);
  if (error.stepUp) return t.stepUp.missing;
  if (error.status === 403) return t.errors.forbidden;
  if (error.status === 404) return t.errors.missing;
  if (error.status === 409) return t.errors.conflict;
  if (error.status === 429) return t.errors.throttled;
  if (error.status === 401) return t.errors.signedOut;
  if (error.faults.some(({ field }) => field === 'passkey')) return t.passkeys.refused;
  const faults = error.faults.map((fault) => ownText(fault) ?? `${fault.field}: ${fault.message}`);
  return faults.join(' ') || t.errors.trouble;
}

/** Shows a failed request, with a button that repeats it. */
export const FailureNotice = ({ error, retry }: { error: Error; retry?: (() => void) | undefined }) => (
  <div class="notice bad" role="alert">
    <p>{failureText(error)}</p>
    {retry && (
      <button type="button" class="button small" onClick={retry}>
        {t.common.retry}
      </button>
    )}
  </div>
);

/** The reason of a decline, by the code of the processing error. */
export function declineText(code: number): string {
  const reasons: Record<string, string> = t.declines;
  return reasons[code] ?? fill(t.declines.other, { code });
}
