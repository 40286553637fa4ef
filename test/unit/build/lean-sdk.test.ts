import { readFileSync } from 'node:fs';
import * as full from '@aws-sdk/client-dynamodb';
import { shortErrors, withoutEvents } from '../../../lib/build/lean-sdk.ts';

const source = readFileSync('node_modules/@aws-sdk/client-dynamodb/dist-es/models/errors.js', 'utf8');
const short = shortErrors(source);

// biome-ignore lint/suspicious/noExplicitAny: errors are compared field by field
type Errors = Record<string, new (options: any) => Error>;

/** The module, with the base class of the real SDK. */
function load(text: string): Errors {
  const names = [...text.matchAll(/^export (?:class|const) (\w+)/gm)].map(([, name]) => name);
  const body = text.replace(/^import .*$/gm, '').replace(/^export /gm, '');
  return new Function('__BaseException', `${body}\nreturn { ${names.join(', ')} };`)(
    full.DynamoDBServiceException,
  );
}

test('the shortened code of DynamoDB’s errors makes the same errors as the original code', () => {
  const [now, before] = [load(short), load(source)];
  expect(Object.keys(now)).toEqual(Object.keys(before));
  expect(short.length).toBeLessThan(source.length / 2);
  for (const name of Object.keys(before)) {
    const options = {
      message: 'Why',
      $metadata: { requestId: '1' },
      Message: 'Upper',
      Item: { a: { S: '1' } },
      CancellationReasons: [{ Code: 'None' }],
    };
    const [a, b] = [now, before].map((errors) => {
      const made = new (errors[name] as Errors[string])(options);
      expect(made).toBeInstanceOf(errors[name]);
      expect(made).toBeInstanceOf(full.DynamoDBServiceException);
      const { stack: _stack, ...rest } = { ...made, message: made.message, name: made.name };
      return rest;
    });
    expect(a).toEqual(b);
    expect((now[name] as { shapeId?: string }).shapeId).toBe((before[name] as { shapeId?: string }).shapeId);
  }
});

test('the code that speaks HTTP loses its methods for streams of events, and no other method', () => {
  const path = 'node_modules/@smithy/core/dist-es/submodules/protocols/HttpProtocol.js';
  const source = readFileSync(path, 'utf8');
  const methodsOf = (text: string) =>
    [...text.matchAll(/^ {4}(?:async )?(\w+)\(.*\) \{$/gm)].map(([, name]) => name);
  const isOfEvents = (name = '') => /EventStream/.test(name);
  expect(methodsOf(source).filter(isOfEvents)).toHaveLength(5);
  expect(methodsOf(withoutEvents(source))).toEqual(methodsOf(source).filter((name) => !isOfEvents(name)));
});
