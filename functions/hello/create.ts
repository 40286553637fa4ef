import check from 'check:helloCreate';
import { documentReader } from '#http/document.ts';
import { negotiated } from '#http/negotiated.ts';
import type { Requests } from '#schemas/index.ts';
import { createHello, createNextHello } from '#store/hello.ts';

type Body = Requests['helloCreate'];

/** `POST /api/helloWorld`: a new one, under the id that it names or the next free one. */
export const handler = negotiated<Body>(
  async ({ body: { id, name }, baseUrl }) => {
    if (id !== undefined) await createHello({ id, name });
    const assigned = id ?? (await createNextHello(name));
    return { status: 201, headers: { Location: `${baseUrl}/api/helloWorld/${assigned}` } };
  },
  { read: documentReader('helloWorld', check) },
);
