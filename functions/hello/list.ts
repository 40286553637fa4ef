import { negotiated } from '#http/negotiated.ts';
import { listHello } from '#store/hello.ts';
import { present } from './present.ts';

/** `GET /api/helloWorld`: all of them, by id. */
export const handler = negotiated(async () => ({ status: 200, body: (await listHello()).map(present) }), {
  element: 'helloWorlds',
});
