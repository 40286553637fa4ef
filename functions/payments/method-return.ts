import type { Id } from '#domain/id.ts';
import type { Method } from '#domain/methods/method.ts';
import type { AuthorizationOperation } from '#store/transactions/operations.ts';
import { answerTime } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { seal, unseal } from '#vault/seal.ts';
import type { Order } from './order.ts';
import { sealProof } from './proof.ts';

/** The payment that a customer comes back from. It is sealed, so that nobody can ask about the payment of somebody else. */
export interface Return {
  /** The id of the payment. */
  id: Id;
  /** The page to which the customer goes on. */
  returnUrl?: string;
}

/**
 * The URL to which a method's page or app sends the customer back. It is valid for an hour longer than the customer and the
 * acquirer can take.
 *
 * @param posUrl the base URL of the checkout API
 */
export async function methodReturns(
  posUrl: string,
  back: Return,
  { minutes, settles }: Pick<Method, 'minutes' | 'settles'>,
): Promise<string> {
  const seconds = (minutes + settles + 60) * 60;
  return `${posUrl}/payments/returns?state=${await seal('back', JSON.stringify(back), seconds)}`;
}

/** @returns undefined for a state that is forged or too old */
export async function unsealReturn(state: string): Promise<Return | undefined> {
  const opened = await unseal('back', state);
  return 'value' in opened ? (JSON.parse(opened.value) as Return) : undefined;
}

/** Tells the page what the customer must do, and how they can give the payment up. */
export const methodAction = async (
  { digest }: Order,
  operation: AuthorizationOperation,
  { kind, url }: NonNullable<AuthorizationOperation['challenge']>,
) => ({
  kind: kind ?? 'page',
  url,
  until: untilOf(operation),
  left: [await sealProof(digest, { challenge: 'bank', result: 'left' })],
});

/** The time after which Florin gives the payment up, ISO 8601. */
export const untilOf = (operation: AuthorizationOperation): string =>
  new Date(operation.since + answerTime(operation)).toISOString();
