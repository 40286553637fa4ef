import { type Markup, markup } from '#html/markup.ts';

/** A mail as HTML. @param language its tag */
export const mailHtml = (language: string, content: Markup): string =>
  markup`<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif">${content}</body></html>`
    .text;

export const paragraphs = (lines: readonly string[]): Markup =>
  markup`${lines.map((line) => markup`<p>${line}</p>`)}`;
