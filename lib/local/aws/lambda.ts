import { functionOf } from '../template.ts';
import { type AwsAnswer, AwsError, type AwsOptions } from './protocol.ts';

/** Answers `Invoke` of Lambda: runs the function with this name or ARN. */
export async function answerLambda(
  name: string,
  type: string,
  read: () => unknown,
  {
    template,
    invoke,
    invokeLater,
    report,
  }: Pick<AwsOptions, 'template' | 'invoke' | 'invokeLater' | 'report'>,
): Promise<AwsAnswer> {
  const id = idOf();
  const event = read();
  if (type === 'DryRun') return { status: 204 };
  if (type === 'Event') {
    invokeLater(id, event).catch(report);
    return { status: 202 };
  }
  const headers = { 'X-Amz-Executed-Version': '$LATEST' };
  try {
    return { headers, body: JSON.stringify((await invoke(id, event)) ?? null) };
  } catch (error) {
    report(error);
    return { headers: { ...headers, 'X-Amz-Function-Error': 'Unhandled' }, body: errorOf(error) };
  }

  function idOf(): string {
    try {
      return functionOf(template, name);
    } catch (error) {
      throw new AwsError('ResourceNotFoundException', (error as Error).message, 404);
    }
  }
}

/** Describes an error as Lambda's runtime for Node.js does. */
function errorOf(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: stack?.split('\n') ?? [] };
}
