import type { Scheme } from '#domain/cards/scheme.ts';
import { Markup } from '#html/markup.ts';

/** Icons take the colour of the text around them. Screen readers skip them, as the text next to each says the same. */
const icon = (content: string, box = '0 0 24 24'): Markup =>
  new Markup(
    `<svg viewBox="${box}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${content}</svg>`,
  );

export const lock = icon(
  '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
);
export const check = icon('<circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/>');
export const cross = icon('<path d="M6 6l12 12M18 6 6 18"/>');
export const back = icon('<path d="m15 5-7 7 7 7"/>');
export const backspace = icon('<path d="M9 5h11v14H9l-6-7z"/><path d="m12 9.5 5 5m0-5-5 5"/>');
export const brokenLinkIcon = icon(
  '<path d="M9 17H7A5 5 0 0 1 7 7h1M15 7h2a5 5 0 0 1 3.5 8.5M8 12h3M3 3l18 18"/>',
);

export const code = icon(
  '<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v2M18 18h2v2h-2zM14 20h1"/>',
);

export const globe = icon(
  '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c-5 6-5 12 0 18 5-6 5-12 0-18"/>',
);

/** The card schemes' logos, simplified for their small size. The element around them names the schemes. */
export const schemes = {
  visa: new Markup(
    '<svg class="scheme" data-scheme="visa" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#1a1f71"/><text x="19" y="16.6" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-size="12.5" font-weight="700" font-style="italic" text-anchor="middle" textLength="28" lengthAdjust="spacingAndGlyphs">VISA</text></svg>',
  ),
  mastercard: new Markup(
    '<svg class="scheme" data-scheme="mastercard" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#25262b"/><circle cx="15" cy="12" r="7" fill="#eb001b"/><circle cx="23" cy="12" r="7" fill="#f79e1b"/><path d="M19 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48" fill="#ff5f00"/></svg>',
  ),
  amex: new Markup(
    '<svg class="scheme" data-scheme="amex" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#016fd0"/><text x="19" y="16" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-size="11" font-weight="700" text-anchor="middle" textLength="30" lengthAdjust="spacingAndGlyphs">AMEX</text></svg>',
  ),
  discover: new Markup(
    '<svg class="scheme" data-scheme="discover" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#25262b"/><text x="13" y="16" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-size="10" font-weight="700" text-anchor="middle" textLength="18" lengthAdjust="spacingAndGlyphs">DISC</text><circle cx="29" cy="12" r="6" fill="#f58220"/></svg>',
  ),
  diners: new Markup(
    '<svg class="scheme" data-scheme="diners" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#25262b"/><circle cx="19" cy="12" r="8" fill="#fff"/><path d="M17 6v12a6.3 6.3 0 0 1 0-12m4 0a6.3 6.3 0 0 1 0 12z" fill="#0069aa"/></svg>',
  ),
  jcb: new Markup(
    '<svg class="scheme" data-scheme="jcb" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#25262b"/><path d="M9 5h5v14H9z" fill="#0b7abf"/><path d="M16 5h5v14h-5z" fill="#d2232a"/><path d="M23 5h5v14h-5z" fill="#3a9b3f"/></svg>',
  ),
  unionpay: new Markup(
    '<svg class="scheme" data-scheme="unionpay" viewBox="0 0 38 24" aria-hidden="true" focusable="false"><rect width="38" height="24" rx="4" fill="#02798b"/><path d="M7 3h10l-4 18H7z" fill="#d2232a"/><path d="M17 3h8l-4 18h-8z" fill="#00447c"/></svg>',
  ),
} satisfies Record<Scheme, Markup>;
