import { negotiated } from '#http/negotiated.ts';
import { deleteHello } from '#store/hello.ts';
import { readId } from './id.ts';

/** `DELETE /api/helloWorld/<id>`. */
export const handler = negotiated(async ({ params }) => {
  await deleteHello(readId(params.id));
  return { status: 200 };
});
