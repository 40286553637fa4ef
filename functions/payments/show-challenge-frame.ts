import { requireFound } from '#domain/outcome.ts';
import { scriptValue } from '#html/markup.ts';
import { html } from '#http/answer/html-answer.ts';
import { parsedBody } from '#http/body/body.ts';
import { textFields } from '#http/body/body-parser.ts';
import { languageOf } from '#http/request/request-language.ts';
import { baseUrl } from '#http/request/url.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { languages } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import { frameUrl, proofOf, unsealFrame } from './challenge-frames.ts';
import { anyAncestor, bankPage, proofPage } from './challenge-pages.ts';

const messagesIn = messageReader<'bank'>();

/**
 * A page in an iframe on the customer's device, which the browser opens by a form post. At the end the page posts its
 * proof to the parent page, whatever the parent's origin, which Florin does not know. This is safe because the proof
 * is valid only for one payment.
 */
export const handler = htmlPages('POST /payments/frames/{frame}')
  .use(parsedBody())
  .handler(async (event, { params, parsed: { value } }) => {
    const { state = '', outcome, locale: asked } = textFields(value);
    const frame = requireFound(await unsealFrame(params.frame, state));
    if (frame.url)
      return html(200, {
        title: 'Bank',
        body: '',
        script: `location.replace(${scriptValue(frame.url)})`,
        allow: anyAncestor,
      });
    if (frame.name === 'tds-challenge' && (outcome === undefined || outcome === 'wait')) {
      const { name, locale } = languageOf(event, languages, asked);
      const action = frameUrl(baseUrl(event), frame.name);
      const view = { frame, state, action, locale, messages: messagesIn(name) };
      return html(200, { ...bankPage(view, outcome === 'wait'), allow: anyAncestor });
    }
    if (frame.silent) return html(200, { title: 'Fingerprint', body: '', allow: anyAncestor });
    return proofPage(await proofOf(frame, outcome !== 'reject'));
  });
