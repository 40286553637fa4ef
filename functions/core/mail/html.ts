import { Markup, markup } from '#html/markup.ts';

interface Look {
  title?: string;
  /** `#rrggbb`, the colour of the edge above the sheet. */
  color?: string;
  /** A notice above the sheet which says that no real money moves. */
  mark?: string;
}

/**
 * Styles are attributes of the elements, since many mail programs ignore style sheets. Layout uses tables, since
 * Outlook for Windows supports nothing else. The style sheet contains only what attributes cannot: colours for dark
 * mode, and rules for phones.
 */
const sheet = new Markup(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#0e1014!important}.sheet{background:#181b21!important}.text{color:#eef0f4!important}.muted{color:#a8b0bd!important}.rule{border-color:#2e333c!important}.mark{background:#3b2d08!important;color:#ffdc93!important}}
@media (max-width:520px){.inner{padding:24px 20px!important}.edge{padding:12px 8px!important}.large{font-size:24px!important;line-height:32px!important}.label{width:auto!important}}`);

const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** Wraps content into an HTML mail. @param language tag of the language */
export const mailHtml = (language: string, content: Markup, { title, color, mark }: Look = {}): string =>
  markup`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">${title && markup`<title>${title}</title>`}<style>${sheet}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f2f4f7">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f7"><tr><td class="ground edge" align="center" style="padding:24px 12px">
<table role="presentation" class="sheet text" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-top:4px solid ${color || '#1d4ed8'};border-radius:8px">${
    mark &&
    markup`
<tr><td class="mark" align="center" style="padding:8px 16px;background:#fff0cc;color:#684600;${font};font-size:14px;line-height:20px">${mark}</td></tr>`
  }
<tr><td class="inner text" style="padding:32px;${font};font-size:16px;line-height:24px;color:#14171f;word-break:break-word">${content}</td></tr></table></td></tr></table></body></html>`
    .text;

export const paragraphs = (lines: readonly (string | Markup)[]): Markup =>
  markup`${lines.map((line) => markup`<p class="text" style="margin:0 0 16px;color:#14171f">${line}</p>`)}`;

export const heading = (text: string, large?: string): Markup =>
  markup`<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#14171f">${text}${large && markup`<br><span class="large" style="font-size:32px;line-height:44px"><bdi>${large}</bdi></span>`}</h1>`;

/** A link whose text is its URL, so that the reader sees where the link leads. */
const anchor = (url: string): Markup =>
  markup`<a class="text" href="${url}" style="color:#1d4ed8;word-break:break-all">${url}</a>`;

/** A paragraph with a link. */
export const mailLink = (url: string): Markup => markup`<p style="margin:0 0 16px">${anchor(url)}</p>`;

/** A paragraph of small print, and the page that it is about. */
export const smallText = (text: string, page?: string): Markup =>
  markup`<p class="muted" style="margin:24px 0 0;font-size:13px;line-height:20px;color:#565e6c">${text}${page && markup`<br>${anchor(page)}`}</p>`;

/** A text of several lines, each isolated (`bdi`), so that right-to-left text does not reorder the text around it. */
export const multiline = (text: string): Markup =>
  markup`${text.split('\n').map((line, n) => markup`${n > 0 && markup`<br>`}<bdi>${line}</bdi>`)}`;

/** A table of labels and values. */
export const facts = (rows: readonly (readonly [label: string, value: string])[]): Markup =>
  markup`<table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-top:1px solid #dfe3e9">${rows.map(
    ([label, value]) =>
      markup`<tr><td class="label muted" valign="top" width="40%" style="padding:8px 12px 0 0;font-size:14px;line-height:22px;color:#565e6c;word-break:normal">${label}</td><td class="text" valign="top" style="padding:8px 0 0;font-size:14px;line-height:22px;color:#14171f">${multiline(value)}</td></tr>`,
  )}</table>`;

/** A table of items, with the price at the end of each row. */
export const priceRows = (rows: readonly (readonly [text: string, amount: string])[]): Markup =>
  markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rows.map(
    ([text, amount]) =>
      markup`<tr><td class="text" valign="top" style="padding:4px 12px 4px 0;color:#14171f">${multiline(text)}</td><td class="text" valign="top" align="right" style="padding:4px 0;color:#14171f;white-space:nowrap">${amount}</td></tr>`,
  )}</table>`;
