import { capabilitiesOf } from '#acquirer/registry.ts';
import { type ChallengeProof, readReturnData, type TdsStatus } from '#domain/cards/challenges.ts';
import { seal, unseal } from '#vault/seal.ts';
import type { Order } from './order.ts';
import { sealProof } from './proof.ts';

/** The challenges that run in an iframe on the customer's device. Sizes are in pixels, times in milliseconds. */
export const frames = {
  fingerprint: { width: 1, height: 1, timeout: 5_000 },
  'tds-fingerprint': { width: 1, height: 1, timeout: 10_000 },
  'tds-challenge': { width: 390, height: 400, timeout: 300_000 },
  bank: { width: 500, height: 600, timeout: 900_000 },
} as const;

export type FrameName = keyof typeof frames;
type SimulatedFrame = Exclude<FrameName, 'bank'>;

/**
 * The state of an iframe. It is sealed into the form that opens the iframe, as the server stores nothing between the
 * steps.
 */
export interface Frame {
  name: FrameName;
  digest: string;
  merchant: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Whether the simulated iframe makes no proof, so that it times out. */
  silent: boolean;
  status: TdsStatus;
  /** The URL at which a real bank asks; absent on the way back from it. */
  url?: string;
  /** The names of the parameters that the customer's browser brings back from a real bank. */
  brings?: readonly string[];
}

function sealFrame(
  name: SimulatedFrame,
  { digest, merchant, amount, currency, test }: Order,
): Promise<string> {
  const fingerprint = name === 'fingerprint' ? test.fingerprint : test.tds?.fingerprint;
  const frame: Frame = {
    name,
    digest,
    merchant: merchant.name ?? merchant.descriptor,
    amount,
    currency,
    silent: name !== 'tds-challenge' && fingerprint === 'timeout',
    status: test.tds?.status ?? 'authenticated',
  };
  return seal('frame', JSON.stringify(frame));
}

/** The URL of an iframe's page. @param posUrl the base URL of the checkout API */
export const frameUrl = (posUrl: string, name: Frame['name']): string => `${posUrl}/payments/frames/${name}`;

/** Tells the page how to open the iframe in which a real bank asks its customer, at a URL from the acquirer. */
export const bankFrame = async (order: Order, url: string, posUrl: string) => ({
  action: frameUrl(posUrl, 'bank'),
  method: 'POST',
  fields: { state: await seal('frame', JSON.stringify({ ...bankFrameState(order), url })) },
  ...frames.bank,
  hints: [],
  // This proof gives up the payment. Without it, the customer could still agree in their bank's app to a payment that
  // they have left.
  left: [await sealProof(order.digest, { challenge: 'bank', result: 'left' })],
});

/** The URL to which the bank sends the customer's browser back. */
export const bankReturns = async (order: Order, posUrl: string): Promise<string> =>
  `${frameUrl(posUrl, 'bank')}?state=${await seal('frame', JSON.stringify(bankFrameState(order)))}`;

const bankFrameState = ({
  digest,
  merchant: { acquirer },
}: Order): Pick<Frame, 'name' | 'digest' | 'brings'> => ({
  name: 'bank',
  digest,
  brings: acquirer && capabilitiesOf(acquirer).brings,
});

export async function unsealFrame(
  name: string | undefined,
  state: string | undefined,
): Promise<Frame | undefined> {
  const opened = await unseal('frame', state ?? '');
  const frame = 'value' in opened ? (JSON.parse(opened.value) as Frame) : undefined;
  return frame?.name === name ? frame : undefined;
}

/** The proof that the iframe posts to its parent page. */
export function proofOf(
  { name, digest, status, brings = [] }: Frame,
  confirmed: boolean,
  parameters?: Record<string, string | undefined> | null,
): Promise<string> {
  return sealProof(digest, proofIn());

  function proofIn(): ChallengeProof {
    // Only the acquirer knows the bank's answer. The proof says that the customer has returned, and with which data.
    if (name === 'bank')
      return { challenge: 'bank', result: 'returned', brought: readReturnData(brings, parameters) };
    if (name !== 'tds-challenge') return { challenge: name, result: 'success' };
    return { challenge: 'tds', result: confirmed ? status : 'rejected' };
  }
}

/** The proof that begins a payment of real money. */
export const begin = ({ digest }: Order) => sealProof(digest, { challenge: 'begin', result: 'begun' });

/** The proof of a 3-D Secure authentication without an iframe. */
export const frictionless = ({ digest, test }: Order) =>
  sealProof(digest, { challenge: 'tds', result: test.tds?.status ?? 'authenticated' });

/**
 * The proof that a fingerprint was started, which suffices if its iframe times out. A challenge that the customer must
 * answer has no such proof.
 */
async function beginProofs(challenge: SimulatedFrame, { digest }: Order): Promise<string[]> {
  return challenge === 'tds-challenge' ? [] : [await sealProof(digest, { challenge, result: 'begun' })];
}

/** Tells the page how to open the iframe that performs the challenge. */
export const simulatedFrame = async (challenge: SimulatedFrame, order: Order, posUrl: string) => ({
  action: frameUrl(posUrl, challenge),
  method: 'POST',
  fields: { state: await sealFrame(challenge, order) },
  ...frames[challenge],
  hints: await beginProofs(challenge, order),
});
