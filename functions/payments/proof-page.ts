import { scriptValue } from '#html/escape.ts';
import type { Answer } from '#http/answer/answer.ts';
import { html } from '#http/answer/html-answer.ts';

/**
 * Any page may embed these frames, as Florin does not know on whose page a customer pays. A proof is valid only for
 * one payment.
 */
export const anyAncestor = { 'frame-ancestors': '*' };

/**
 * The last page in an iframe, which posts its proof to the parent page. Florin does not know the parent page's origin.
 */
export const proofPage = (hint: string): Answer =>
  html(200, {
    title: 'Done',
    body: '',
    script: `parent.postMessage(${scriptValue({ hints: [hint] })}, '*')`,
    allow: anyAncestor,
  });
