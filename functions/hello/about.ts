import { baseUrl } from '#http/request/url.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';

/** Describes the service: its resources, their addresses, and their methods. */
export const handler = helloWorldApi('GET /api/about', 'about').handler(async (event) => {
  const url = `${baseUrl(event)}/api/helloWorld`;
  const helloWorld = {
    type: 'helloWorld',
    endpoints: [
      { url, methods: ['GET', 'POST', 'PUT'] },
      { url: `${url}/{id}`, methods: ['GET', 'DELETE'] },
    ],
  };
  return { status: 200, body: { resources: [helloWorld] } };
});
