// Does what Lambda's own runtime for Node.js does, as far as handlers can tell: asks the Runtime API for events,
// calls the handler with each, and posts the result or the error. It is plain JavaScript, as it runs in a process of
// its own. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

const post = (path, body) =>
  fetch(`${api}/${path}`, { method: 'POST', body: JSON.stringify(body) ?? 'null' });
const describe = ({ name, message, stack }) => ({
  errorType: name,
  errorMessage: message,
  stackTrace: stack?.split('\n'),
});

let handler;
try {
  const [file, name] = _HANDLER.split('.');
  handler = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${file}.mjs`)).href))[name];
} catch (error) {
  await post('init/error', describe(error));
  process.exit(1);
}

for (;;) {
  const next = await fetch(`${api}/invocation/next`);
  if (next.status !== 200) break; // there are no more events
  const id = next.headers.get('lambda-runtime-aws-request-id');
  const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
  const context = {
    awsRequestId: id,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    invokedFunctionArn: next.headers.get('lambda-runtime-invoked-function-arn'),
    getRemainingTimeInMillis: () => deadline - performance.timeOrigin - performance.now(),
  };
  try {
    await post(`invocation/${id}/response`, await handler(await next.json(), context));
  } catch (error) {
    await post(`invocation/${id}/error`, describe(error));
  }
}
