import validator from 'validator:helloUpdate';
import { document } from '#http/body/document.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import type { Requests } from '#schemas/index.ts';
import { updateHello } from '#store/hello.ts';

/** Renames the object whose id is in the body. */
export const handler = helloWorldApi('PUT /api/helloWorld')
  .use(document<Requests['helloUpdate']>('helloWorld', validator))
  .handler(async (_, { body: { id, name } }) => {
    await updateHello({ id, name });
    return { status: 200 };
  });
