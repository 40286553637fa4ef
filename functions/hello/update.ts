import check from 'check:helloUpdate';
import { documentReader } from '#http/document.ts';
import { negotiated } from '#http/negotiated.ts';
import type { Requests } from '#schemas/index.ts';
import { updateHello } from '#store/hello.ts';

type Body = Requests['helloUpdate'];

/** `PUT /api/helloWorld`: another name for the one whose id is in the body. */
export const handler = negotiated<Body>(
  async ({ body: { id, name } }) => {
    await updateHello({ id, name });
    return { status: 200 };
  },
  { read: documentReader('helloWorld', check) },
);
