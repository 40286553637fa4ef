import type { Account, Intent, Setup } from './account.ts';
import { returnUrlOf } from './confirm.ts';
import { endAuthentication } from './intents.ts';
import { endSetupAuthentication } from './setups.ts';

/**
 * The page of the customer's bank (https://docs.stripe.com/testing#three-ds-cards): two buttons, without a script. It
 * may be in a frame, as such pages are.
 */
export const tdsPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>3D Secure 2 Test Page</title>
<form method="post">
<p>This is a test 3D Secure authentication.</p>
<button id="complete" name="passed" value="yes">Complete</button>
<button id="fail" name="passed" value="no">Fail</button>
</form></html>`;

/** Applies the button that the customer has pressed. @returns the URL to which their browser goes */
export function answerBank(account: Account, intent: Intent | Setup, passed: boolean): string {
  const back = returnUrlOf(intent, passed);
  if (intent.object === 'payment_intent') endAuthentication(account, intent, passed);
  else endSetupAuthentication(account, intent, passed);
  return back;
}
