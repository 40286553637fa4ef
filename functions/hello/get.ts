import { requireFound } from '#domain/outcome.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import { getHello } from '#store/hello.ts';
import { present, readId } from './hello.ts';

/** Returns the object with this id. */
export const handler = helloWorldApi('GET /api/helloWorld/{id}', 'helloWorld').handler(
  async (_, { params }) => ({ status: 200, body: present(requireFound(await getHello(readId(params.id)))) }),
);
