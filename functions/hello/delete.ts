import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import { deleteHello } from '#store/hello.ts';
import { readId } from './hello.ts';

/** Deletes the object with this id. */
export const handler = helloWorldApi('DELETE /api/helloWorld/{id}').handler(async (_, { params }) => {
  await deleteHello(readId(params.id));
  return { status: 200 };
});
