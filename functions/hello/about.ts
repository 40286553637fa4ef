import { negotiated } from '#http/negotiated.ts';

/** `GET /api/about`: what there is, where it is, and what can be done with it. */
export const handler = negotiated(
  async ({ baseUrl }) => {
    const url = `${baseUrl}/api/helloWorld`;
    const helloWorld = {
      type: 'helloWorld',
      endpoints: [
        { url, methods: ['GET', 'POST', 'PUT'] },
        { url: `${url}/{id}`, methods: ['GET', 'DELETE'] },
      ],
    };
    return { status: 200, body: { resources: [helloWorld] } };
  },
  { element: 'about' },
);
