import { addCopyButtons } from './copy.ts';
import { address, element } from './dom.ts';

/** The credentials that the reader has entered. They are in memory only: a reload forgets them. */
export const credentials = { key: '', user: '', password: '' };

/** Makes a key and a test merchant on the landing page, for readers who do not want to type the commands first. */
export function setUpSandbox(): void {
  const make = document.querySelector<HTMLButtonElement>('.sandbox > button');
  const status = document.querySelector<HTMLElement>('.sandbox > [role="status"]');
  if (!make || !status) return;
  make.onclick = async () => {
    make.disabled = true;
    try {
      status.replaceChildren(...sandboxOf(await create()));
      addCopyButtons(status);
    } catch (error) {
      status.replaceChildren(element('p', { class: 'bad' }, String(error)));
      make.disabled = false;
    }
  };
}

interface Sandbox {
  key: string;
  id: string;
  publicKey: string;
}

async function create(): Promise<Sandbox> {
  const { app } = await post('/apps', { name: 'My shop' });
  credentials.key = app.key;
  const { merchant } = await post('/merchants', {
    test: true,
    currency: 'EUR',
    email: 'you@example.com',
    website: 'example.com',
    descriptor: 'My shop',
    company: { country: 'DK' },
  });
  return { key: app.key, id: merchant.id, publicKey: merchant.key };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer as the API gives it
async function post(path: string, body: object): Promise<any> {
  const headers = {
    'Content-Type': 'application/json',
    ...(credentials.key && { Authorization: `Basic ${btoa(`:${credentials.key}`)}` }),
  };
  const sent = path === '/apps' ? { 'Content-Type': 'application/json' } : headers;
  const answer = await fetch(address('base') + path, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function sandboxOf({ key, id, publicKey }: Sandbox): HTMLElement[] {
  const lines = [
    `API=${address('base')} POS=${address('pos')}`,
    `KEY=${key}`,
    `ID=${id} PUBLIC=${publicKey}`,
  ];
  const link = `${address('pos')}/?${new URLSearchParams({ key: publicKey, test: '1', value: '49.99', currency: 'EUR', reference: 'order-1001' })}`;
  return [
    element(
      'p',
      {},
      'Done. Paste this in place of steps 1 and 2 (with `field` of step 1), or ',
      element('a', { href: link, target: '_blank', rel: 'noreferrer' }, 'pay on its payment page'),
      '.',
    ),
    element(
      'div',
      { class: 'code' },
      element('pre', { tabindex: '0' }, element('code', {}, lines.join('\n'))),
    ),
  ];
}
