import type { TryableParameter, TryableRequest } from '../page.ts';
import { address, element } from './dom.ts';
import { credentials } from './sandbox.ts';

interface Field {
  parameter: TryableParameter;
  input: HTMLInputElement | HTMLSelectElement;
}

/** Turns the panel of an operation into a form that sends its request. */
export function setUpTry(): void {
  const panel = document.querySelector<HTMLElement>('.try');
  if (!panel?.dataset.request || panel.querySelector('form')) return;
  panel.hidden = false;
  const request: TryableRequest = JSON.parse(panel.dataset.request);
  const fields = request.parameters.map((parameter) => ({ parameter, input: inputFor(parameter) }));
  const body =
    request.body === undefined
      ? undefined
      : element('textarea', { id: 'try-body', rows: '8', spellcheck: 'false' }, request.body);
  const send = element('button', { type: 'submit' }, `Send ${request.method}`);
  const output = element('div', { class: 'output', role: 'status' });
  const form = element(
    'form',
    {},
    ...loginFields(request),
    ...fields.map(({ parameter, input }) => labelled(parameter.name, input)),
    ...(body ? [labelled('Body', body)] : []),
    send,
    output,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    await sendRequest(request, fields, body?.value, output);
    send.disabled = false;
  });
  panel.append(form);
}

function inputFor({ name, choices, example, required }: TryableParameter): Field['input'] {
  const id = `try-${name.replace(/\W+/g, '-')}`;
  if (choices) {
    const empty = required ? [] : [element('option', { value: '' }, '')];
    return element('select', { id }, ...empty, ...choices.map((choice) => element('option', {}, choice)));
  }
  const input = element('input', { id, value: example, autocomplete: 'off', spellcheck: 'false' });
  input.required = required;
  return input;
}

const labelled = (text: string, input: HTMLElement): HTMLElement =>
  element('p', {}, element('label', { for: input.id }, text), input);

function loginFields({ authorization }: TryableRequest): HTMLElement[] {
  const rows = {
    none: [],
    key: [['key', 'API key', 'password']],
    password: [
      ['user', 'User name', 'text'],
      ['password', 'Password', 'password'],
    ],
  } as const;
  return rows[authorization].map(([name, label, type]) => {
    const input = element('input', {
      id: `try-login-${name}`,
      type,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    input.required = true;
    input.value = credentials[name];
    input.addEventListener('input', () => {
      credentials[name] = input.value.trim();
    });
    return labelled(label, input);
  });
}

async function sendRequest(
  request: TryableRequest,
  fields: readonly Field[],
  body: string | undefined,
  output: HTMLElement,
) {
  const given = fields.filter(({ input }) => input.value !== '');
  const query = new URLSearchParams(
    given
      .filter(({ parameter }) => parameter.in === 'query')
      .map(({ parameter, input }) => [parameter.name, input.value]),
  );
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given.find(({ parameter }) => parameter.name === name)?.input.value ?? ''),
  );
  const url = `${address(request.api)}${path}${query.size > 0 ? `?${query}` : ''}`;
  const login = {
    none: '',
    key: `:${credentials.key}`,
    password: `${credentials.user}:${credentials.password}`,
  }[request.authorization];
  try {
    const headers = new Headers(
      given
        .filter(({ parameter }) => parameter.in === 'header')
        .map(({ parameter, input }) => [parameter.name, input.value]),
    );
    if (login) headers.set('Authorization', `Basic ${inBase64(login)}`);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const answer = await fetch(url, { method: request.method, headers, body });
    show(output, `${answer.status} ${answer.statusText}`, answer.ok, readable(await answer.text()));
  } catch (error) {
    show(output, 'No answer', false, String(error));
  }
}

/** Base64 of the text in UTF-8: `btoa` takes bytes only. */
const inBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(output: HTMLElement, status: string, isGood: boolean, text: string): void {
  const body = text ? [element('pre', { tabindex: '0' }, element('code', {}, text))] : [];
  output.replaceChildren(element('p', { class: isGood ? 'good' : 'bad' }, status), ...body);
}
