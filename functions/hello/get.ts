import { NotFound } from '#domain/outcome.ts';
import { negotiated } from '#http/negotiated.ts';
import { getHello } from '#store/hello.ts';
import { readId } from './id.ts';
import { present } from './present.ts';

/** `GET /api/helloWorld/<id>`. */
export const handler = negotiated(
  async ({ params }) => {
    const found = await getHello(readId(params.id));
    if (!found) throw new NotFound();
    return { status: 200, body: present(found) };
  },
  { element: 'helloWorld' },
);
