import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

export interface Invocation {
  /** The folder that holds the function's bundle. */
  folder: string;
  handler: string;
  name: string;
  environment: Record<string, string>;
  event: unknown;
  /** The time limit in milliseconds. */
  timeout: number;
}

export type Outcome = { result: unknown } | { error: { errorType: string; errorMessage: string } };

/**
 * Runs a bundled function as Lambda does, in a process with an environment of its own. The process gets the event from
 * the Runtime API and posts its answer there. `bootstrap.mjs` takes the place of AWS's `aws-lambda-ric`, which needs
 * Node.js 22 and a C++ compiler.
 */
export async function invoke({ folder, handler, name, environment, event, timeout }: Invocation) {
  const id = randomUUID();
  let given = false;
  let settle!: (outcome: Outcome) => void;
  const outcome = new Promise<Outcome>((done) => {
    settle = done;
  });

  const server = createServer(async (request, response) => {
    const path = request.url?.replace('/2018-06-01/runtime', '');
    if (path === '/invocation/next') {
      if (given) return response.writeHead(410).end();
      given = true;
      return response
        .writeHead(200, {
          'content-type': 'application/json',
          'lambda-runtime-aws-request-id': id,
          'lambda-runtime-deadline-ms': Date.now() + timeout,
          'lambda-runtime-invoked-function-arn': `arn:aws:lambda:eu-west-1:000000000000:function:${name}`,
        })
        .end(JSON.stringify(event));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    settle(path === `/invocation/${id}/response` ? { result: body } : { error: body });
    return response.writeHead(202).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const child = spawn(process.execPath, [resolve('lib/recorders/events/bootstrap.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_LAMBDA_FUNCTION_NAME: name,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: handler,
      TZ: ':UTC',
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const late = setTimeout(
    () => settle({ error: { errorType: 'Timeout', errorMessage: `${timeout} ms` } }),
    timeout,
  );
  child.once('exit', (code) =>
    settle({ error: { errorType: 'Exit', errorMessage: `The process ended with ${code}: ${log}` } }),
  );
  try {
    return { ...(await outcome), log };
  } finally {
    clearTimeout(late);
    child.kill();
    server.closeAllConnections();
    server.close();
  }
}
