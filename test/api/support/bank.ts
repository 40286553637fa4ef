import { send } from './http.ts';

/**
 * Answers the bank in its iframe, as a customer does.
 *
 * @param page the page that leads to the bank
 * @returns the hints that the iframe posts, if any
 */
export async function answerBank(page: string, passed: 'yes' | 'no'): Promise<string[] | undefined> {
  const [, url] = /location\.replace\("([^"]+)"\)/.exec(page) ?? [];
  const bank = JSON.parse(`"${url}"`);
  const back = await fetch(bank, {
    method: 'POST',
    body: new URLSearchParams({ passed }),
    redirect: 'manual',
  });
  const returned = await send(back.headers.get('location') ?? '', 'GET');
  const [, message] = /parent\.postMessage\((\{.*?\}), '\*'\)/.exec(returned.text) ?? [];
  return message && JSON.parse(message).hints;
}
