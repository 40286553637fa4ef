/** An error as Stripe answers it (https://docs.stripe.com/api/errors). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; decline_code?: string; param?: string } & Record<
      string,
      unknown
    >,
    /** Set if Stripe rejected the request before its start. Then no answer is stored under its key. */
    readonly begun = status !== 400,
  ) {
    super(error.code ?? error.type);
  }
}

export const invalid = (code: string, param?: string): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', code, param });

export const missing = (): ApiError =>
  new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });

export const cardError = (
  error: { code: string; decline_code?: string } & Record<string, unknown>,
): ApiError => new ApiError(402, { type: 'card_error', ...error });
