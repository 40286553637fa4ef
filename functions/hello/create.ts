import validator from 'validator:helloCreate';
import { document } from '#http/body/document.ts';
import { baseUrl } from '#http/request/url.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import type { Requests } from '#schemas/index.ts';
import { createHello, createNextHello } from '#store/hello.ts';

/** Creates an object, under the id in the body or the next free one. */
export const handler = helloWorldApi('POST /api/helloWorld')
  .use(document<Requests['helloCreate']>('helloWorld', validator))
  .handler(async (event, { body: { id, name } }) => {
    if (id !== undefined) await createHello({ id, name });
    const assigned = id ?? (await createNextHello(name));
    return { status: 201, headers: { Location: `${baseUrl(event)}/api/helloWorld/${assigned}` } };
  });
