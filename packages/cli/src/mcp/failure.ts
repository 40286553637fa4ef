import {
  DeclinedError,
  FlorinError,
  InvalidRequestError,
  ThrottledError,
} from '../../../florin/src/index.ts';
import { isUnknown } from '../failures.ts';
import { type Answer, Refusal } from './answer.ts';
import { UnknownCommit } from './preparations.ts';
import { consolePage, type Session } from './tool.ts';
import { cleanText } from './untrusted.ts';

/** The error of a tool: what has happened, whether money may have moved, and what to do. */
export function failureOf(error: unknown, session: Session): Answer {
  if (error instanceof UnknownCommit)
    return {
      error: {
        ...described(error.cause),
        outcome: 'unknown',
        remedy: `The write may have been made. Call commit again with the same preparation, ${error.preparation}: it has one effect. Do not prepare it a second time before the outcome is known.`,
      },
    };
  if (error instanceof FlorinError)
    return { error: { ...described(error), outcome: 'none', ...remedyFor(error, session) } };
  if (error instanceof Refusal)
    return { error: { code: 'REFUSED', message: error.message, outcome: 'none' } };
  const isDeadline = error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name);
  if (isDeadline)
    return { error: { code: 'DEADLINE', message: 'The tool has taken too long.', outcome: 'none' } };
  return {
    error: {
      code: 'FAILED',
      message: cleanText(String((error as Error)?.message ?? error)),
      outcome: 'none',
    },
  };
}

function described(error: FlorinError): Answer {
  const { code, message, status, requestId } = error;
  return {
    code: cleanText(code, 60),
    message: cleanText(message, 500),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId: cleanText(requestId, 60) }),
    ...(error instanceof InvalidRequestError && {
      fields: error.faults.slice(0, 20).map(({ field, message }) => ({
        field: cleanText(String(field), 60),
        message: cleanText(String(message), 200),
      })),
    }),
    ...(error instanceof DeclinedError && { declineCode: error.decline.code }),
  };
}

function remedyFor(error: FlorinError, session: Session): Answer {
  const { status } = error;
  if (status === 401)
    return {
      remedy: `Florin no longer knows the key of this server. A person must make another key (${consolePage(session, 'people')}), log in with it, and start this server again.`,
    };
  if (status === 403)
    return {
      remedy: `The role or the limits of this key forbid it. A person with the right to do it uses the console: ${consolePage(session, '')}`,
    };
  if (error instanceof ThrottledError)
    return { remedy: `Wait ${Math.ceil((error.retryAfter ?? 1000) / 1000)} seconds, and try again.` };
  if (error instanceof InvalidRequestError && /key/.test(error.message))
    return {
      remedy: `A limit of this key forbids it. A person does it in the console: ${consolePage(session, 'payments')}`,
    };
  if (isUnknown(error)) return { remedy: 'Try again later. `florin doctor` checks the connection.' };
  return {};
}
