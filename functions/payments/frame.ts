import { formatMoney } from '#domain/money.ts';
import { NotFound } from '#domain/outcome.ts';
import { readBody } from '#http/body.ts';
import { escapeHtml, html, htmlRoute, scriptValue } from '#http/html.ts';
import { type Frame, openFrame, proofOf } from './frames.ts';

/**
 * `POST /payments/frames/<frame>`: a page in an iframe on the customer's device, made by a form post. It ends by
 * handing its proof to the page around it, whose origin it cannot know: the proof is good for that payment alone.
 */
export const handler = htmlRoute(async (event) => {
  const { state, outcome } = readBody(event).value as { state?: string; outcome?: string };
  const frame = await openFrame(event.pathParameters?.frame, state);
  if (!frame) throw new NotFound();
  if (frame.name === 'tds-challenge' && outcome === undefined) return bankPage(frame, state ?? '');
  if (frame.silent) return html(200, { title: 'Fingerprint', body: '' });
  const hints = [await proofOf(frame, outcome !== 'reject')];
  return html(200, { title: 'Done', body: '', script: `parent.postMessage(${scriptValue({ hints })}, '*')` });
});

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:1.5rem;color:#1a1a1a;background:#fff}
button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem;border-radius:.4rem;border:1px solid #555;background:#fff}
button[value=confirm]{background:#0a5c36;border-color:#0a5c36;color:#fff}`;

/** The simulated bank asks its customer. */
function bankPage({ amount, currency, merchant }: Frame, state: string) {
  const body = `<main><h1>Test bank</h1>
<p>This is a simulation; no money moves. Confirm the payment of <strong>${escapeHtml(formatMoney(amount, currency))}</strong> to <strong>${escapeHtml(merchant)}</strong>?</p>
<form method="post"><input type="hidden" name="state" value="${escapeHtml(state)}">
<button name="outcome" value="confirm">Confirm</button><button name="outcome" value="reject">Reject</button></form></main>`;
  return html(200, { title: 'Test bank', body, style });
}
