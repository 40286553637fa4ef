import { responses } from '../../schemas/responses.ts';
import { errors, hello, nothing } from '../../schemas/route/answers.ts';
import type { PublicRow } from '../../schemas/route/row.ts';

const { HelloInvalid, HelloNotFound, HelloTooLarge, HelloUnsupported } = errors;
const documents = { 413: HelloTooLarge, 415: HelloUnsupported };

/** The operations of the hello-world service. `document.ts` adds the answers 401, 406, 429, 500, 503 and 504. */

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/api/helloWorld/{id}',
    entry: 'hello/get',
    authorization: 'digest',
    table: ['GetItem'],
    verb: { client: 'hello', name: 'hello.get' },
    tag: 'Hello-world',
    summary: 'A resource',
    description: 'In JSON or XML, as `Accept` asks.',
    answers: { 200: hello('The resource', responses.hello), 404: HelloNotFound },
    tests: ['api/hello/hello', 'api/hello/auth'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/api/helloWorld',
    entry: 'hello/create',
    authorization: 'digest',
    table: ['Query', 'PutItem', 'UpdateItem'],
    verb: { client: 'hello', name: 'hello.create' },
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
    tests: ['api/hello/hello', 'api/hello/auth'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/api/helloWorld',
    entry: 'hello/update',
    authorization: 'digest',
    table: ['UpdateItem'],
    verb: { client: 'hello', name: 'hello.update' },
    tag: 'Hello-world',
    summary: 'Update a resource',
    description: 'Updates the resource with the `id` in the body.',
    body: { schema: 'helloUpdate', as: 'document' },
    answers: { 200: nothing('Updated'), 400: HelloInvalid, 404: HelloNotFound, ...documents },
    tests: ['api/hello/hello'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/api/helloWorld/{id}',
    entry: 'hello/delete',
    authorization: 'digest',
    table: ['DeleteItem'],
    verb: { client: 'hello', name: 'hello.delete' },
    tag: 'Hello-world',
    summary: 'Delete a resource',
    description: 'The id is free again afterwards.',
    answers: { 200: nothing('Deleted'), 404: HelloNotFound },
    tests: ['api/hello/hello'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/api/helloWorld',
    entry: 'hello/list',
    authorization: 'digest',
    table: ['Query'],
    verb: { client: 'hello', name: 'hello.list' },
    tag: 'Hello-world',
    summary: 'All resources',
    description: 'In JSON or XML, as `Accept` asks.',
    answers: {
      200: hello('All resources in the order of their ids, as many as fit into 4 MB', responses.hellos),
    },
    tests: ['api/hello/hello', 'api/hello/auth'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/api/about',
    entry: 'hello/about',
    authorization: 'digest',
    table: [],
    verb: { client: 'hello', name: 'hello.about' },
    tag: 'Hello-world',
    summary: 'The resource types of the service',
    description: 'The URL of each resource type, and the methods that it accepts.',
    answers: { 200: hello('The resource types, their URLs and the methods on each', responses.about) },
    tests: ['api/hello/hello'],
  },
] as const satisfies readonly PublicRow[];
