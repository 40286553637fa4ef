import type { Account, Loose } from './account.ts';
import { invalid, missing } from './errors.ts';
import { inner, type Params, text } from './form.ts';

/**
 * The body of a request as a form. The content of an upload becomes Base64. Two uploads of the same content are equal,
 * although their boundaries differ.
 */
export async function formTextOf(body: Buffer, type = ''): Promise<string> {
  if (!type.startsWith('multipart/form-data')) return body.toString();
  const form = new URLSearchParams();
  for (const [name, value] of await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()) {
    if (typeof value === 'string') form.append(name, value);
    else {
      form.append(`${name}[name]`, value.name);
      form.append(`${name}[type]`, value.type);
      form.append(`${name}[content]`, Buffer.from(await value.arrayBuffer()).toString('base64'));
    }
  }
  return form.toString();
}

/** https://docs.stripe.com/api/files/create */
export function createFile(account: Account, params: Params): object {
  const file = inner(params, 'file');
  const content = text(file, 'content');
  if (text(params, 'purpose') !== 'dispute_evidence') throw invalid('parameter_invalid', 'purpose');
  if (!content) throw invalid('parameter_missing', 'file');
  const { id, object } = account.add<Loose>('file', {
    object: 'file',
    purpose: 'dispute_evidence',
    filename: text(file, 'name'),
    type: text(file, 'type'),
    content,
  });
  return { id, object };
}

export const isEvidence = (account: Account, id: string): boolean =>
  account.get<Loose>(id)?.purpose === 'dispute_evidence';

/** The content of an uploaded file. */
export function contentOf(account: Account, id: string): { name: string; type: string; bytes: Buffer } {
  const file = account.get<Loose>(id);
  if (!file) throw missing();
  return {
    name: String(file.filename),
    type: String(file.type),
    bytes: Buffer.from(String(file.content), 'base64'),
  };
}
