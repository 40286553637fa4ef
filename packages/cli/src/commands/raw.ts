import { basic } from '../../../florin/src/authentication.ts';
import { sender } from '../../../florin/src/send.ts';
import { accountOf } from '../account.ts';
import { type Command, type Input, keyFlag, text } from '../command.ts';
import { UsageError } from '../failures.ts';
import { json } from '../output.ts';

async function call(input: Input, method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: string): Promise<void> {
  const [path = ''] = input.positionals;
  // Anything but a path could send the key to another server.
  if (!/^\/(?!\/)/.test(path)) throw new UsageError('The path must begin with one `/`, like /disputes.');
  const { baseUrl, key } = accountOf(input);
  const send = sender({ url: baseUrl, authentication: basic('', key) }, {});
  const answer = await send(
    {
      ...{ name: `${method} ${path}`, method, path, body },
      ...{ keyed: method === 'POST', repeatable: true, canBeGone: false },
      read: (given) => (given.text === '' ? null : JSON.parse(given.text)),
    },
    { idempotencyKey: text(input, 'idempotency-key') },
  );
  input.out.result(answer, answer === null ? `${method} ${path}: done` : json(answer, 2));
}

function bodyOf(input: Input): string {
  const data = text(input, 'data') ?? '{}';
  try {
    JSON.parse(data);
  } catch {
    throw new UsageError('`--data` must be JSON, like \'{"amount": 4999}\'.');
  }
  return data;
}

export const raw: Record<string, Command> = {
  get: {
    summary: 'Reads any path of the API',
    arguments: ['<path>'],
    notes: `For resources without a command of their own, such as disputes and webhooks:
  florin get '/disputes?limit=10&filter[merchantId]=ID'`,
    run: (input) => call(input, 'GET'),
  },
  post: {
    summary: 'Posts JSON to any path of the API',
    arguments: ['<path>'],
    flags: { data: { type: 'string', value: 'JSON', says: 'the body; {} by default' }, ...keyFlag },
    notes: `  florin post /merchants/ID/webhooks --data '{"url": "https://shop.example/"}'`,
    run: (input) => call(input, 'POST', bodyOf(input)),
  },
  put: {
    summary: 'Changes any resource of the API',
    arguments: ['<path>'],
    flags: { data: { type: 'string', value: 'JSON', says: 'the fields to change; {} by default' } },
    notes: `  florin put /merchants/ID --data '{"capture": true}'`,
    run: (input) => call(input, 'PUT', bodyOf(input)),
  },
  delete: {
    summary: 'Deletes any resource of the API',
    arguments: ['<path>'],
    notes: '  florin delete /merchants/ID/webhooks/ID',
    run: (input) => call(input, 'DELETE'),
  },
};
