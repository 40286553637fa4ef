import { codeOf, type Decline, declines } from '#acquirer/decline.ts';
import type { Id } from '#domain/id.ts';
import { processingError } from '#domain/processing-error.ts';
import type { Answer } from '#http/answer/answer.ts';

/** The answer to a payment that has ended. */
export const answerOf = (authorizationId: Id, decline?: Decline): Answer =>
  decline
    ? { status: 400, body: { code: codeOf(decline), message: processingError(declines[decline]).message } }
    : { status: 201, body: { authorizationId } };
