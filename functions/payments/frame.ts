import { found } from '#domain/outcome.ts';
import { scriptValue } from '#html/escape.ts';
import { languageOf } from '#html/language.ts';
import { html } from '#html/page.ts';
import { parsedBody } from '#http/body.ts';
import { htmlPages } from '#http/html-pages.ts';
import { bankLanguages, bankMessages } from './bank-messages.ts';
import { bankPage, bankStyle, silentPage } from './bank-page.ts';
import { openFrame, proofOf } from './frames.ts';

interface Form {
  state?: string;
  outcome?: string;
  /** The language of the page around the frame. */
  locale?: string;
}

/** Any page may hold these frames: whose customer pays on it, Florin cannot know, and the proof is worth nothing to others. */
const allow = { 'frame-ancestors': '*' };

/**
 * A page in an iframe on the customer's device, made by a form post. It ends by handing its proof to the page around
 * it, whose origin it cannot know: the proof is good for that payment alone.
 */
export const handler = htmlPages('POST /payments/frames/{frame}')
  .use(parsedBody())
  .handler(async (event, { params, parsed }) => {
    const { state = '', outcome, locale }: Form = parsed.value;
    const frame = found(await openFrame(params.frame, state));
    const asks = frame.name === 'tds-challenge';
    if (asks && (outcome === undefined || outcome === 'wait')) {
      const language = languageOf(event, bankLanguages, locale);
      const messages = bankMessages[language.name];
      const view = { frame, state, locale: language.locale, messages };
      const body = outcome === 'wait' ? silentPage(messages) : bankPage(view);
      const page = { language: language.locale, title: messages.bank, style: bankStyle, allow };
      return html(200, { ...page, body: body.text });
    }
    if (frame.silent) return html(200, { title: 'Fingerprint', body: '', allow });
    const hints = [await proofOf(frame, outcome !== 'reject')];
    const script = `parent.postMessage(${scriptValue({ hints })}, '*')`;
    return html(200, { title: 'Done', body: '', script, allow });
  });
