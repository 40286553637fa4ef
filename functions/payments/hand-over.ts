import { scriptValue } from '#html/escape.ts';
import type { Answer } from '#http/answer.ts';
import { html } from '#http/page.ts';

/**
 * Any page may show these frames: Florin cannot know on whose page a customer pays, and a proof is good for that
 * payment only.
 */
export const anywhere = { 'frame-ancestors': '*' };

/** The last page in an iframe: it hands its proof to the page around it, whose origin it cannot know. */
export const handOver = (hint: string): Answer =>
  html(200, {
    title: 'Done',
    body: '',
    script: `parent.postMessage(${scriptValue({ hints: [hint] })}, '*')`,
    allow: anywhere,
  });
