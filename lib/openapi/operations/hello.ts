import { responses } from '../../../schemas/responses.ts';
import { errors, hello as negotiated, nothing } from '../answers.ts';
import type { Operations } from '../operation.ts';

const { HelloInvalid, HelloNotFound, HelloTooLarge, HelloUnsupported } = errors;
const documents = { 413: HelloTooLarge, 415: HelloUnsupported };

/** The operations of the hello-world service. `document.ts` adds the answers 401, 406, 429, 500, 503 and 504. */
export const hello = {
  'GET /api/helloWorld/{id}': {
    tag: 'Hello-world',
    summary: 'A resource',
    description: 'In JSON or XML, as `Accept` asks.',
    answers: { 200: negotiated('The resource', responses.hello), 404: HelloNotFound },
  },

  'POST /api/helloWorld': {
    tag: 'Hello-world',
    summary: 'Create a resource',
    description:
      'Uses the `id` in the body, or returns 409 if it is taken. Without an `id` it assigns the next free one.',
    body: { schema: 'helloCreate', as: 'document' },
    answers: {
      201: {
        ...nothing('Created'),
        headers: {
          Location: {
            description: 'Full URL of the new resource',
            schema: { type: 'string', format: 'uri' },
          },
        },
      },
      400: HelloInvalid,
      409: errors.HelloConflict,
      ...documents,
    },
  },

  'PUT /api/helloWorld': {
    tag: 'Hello-world',
    summary: 'Update a resource',
    description: 'Updates the resource with the `id` in the body.',
    body: { schema: 'helloUpdate', as: 'document' },
    answers: { 200: nothing('Updated'), 400: HelloInvalid, 404: HelloNotFound, ...documents },
  },

  'DELETE /api/helloWorld/{id}': {
    tag: 'Hello-world',
    summary: 'Delete a resource',
    description: 'The id is free again afterwards.',
    answers: { 200: nothing('Deleted'), 404: HelloNotFound },
  },

  'GET /api/helloWorld': {
    tag: 'Hello-world',
    summary: 'All resources',
    description: 'In JSON or XML, as `Accept` asks.',
    answers: {
      200: negotiated('All resources in the order of their ids, as many as fit into 4 MB', responses.hellos),
    },
  },

  'GET /api/about': {
    tag: 'Hello-world',
    summary: 'The resource types of the service',
    description: 'The URL of each resource type, and the methods that it accepts.',
    answers: { 200: negotiated('The resource types, their URLs and the methods on each', responses.about) },
  },
} satisfies Operations;
