import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Acquirer, AuthorizingAcquirer, Capabilities, PaymentAcquirer } from './acquirer.ts';
import type { EventGuide, EventReader } from './events.ts';
import { type AcquirerName, acquirerNames } from './names.ts';
import type { AcquirerSetup } from './setup.ts';
import * as simulated from './simulated/payments.ts';
import * as stripe from './stripe/stripe.ts';

/*
 * The parts of each adapter, by the acquirer's name. Each part has a list of its own, so that a function's bundle
 * contains only the parts that the function uses.
 */

const payments: Record<AcquirerName, PaymentAcquirer> = { stripe: stripe.payments };

const acquirers: Record<AcquirerName, Acquirer> = { stripe: stripe.acquirer };

const setups: Record<AcquirerName, AcquirerSetup> = { stripe: stripe.setup };

const capabilities: Record<AcquirerName, Capabilities> = { stripe: stripe.capabilities };

const eventReaders: Record<AcquirerName, EventReader> = { stripe: stripe.readEvent };

export const eventGuides: Record<AcquirerName, EventGuide> = { stripe: stripe.eventGuide };

/** The part of the adapter that authorizes payments. The simulated acquirer has no other part. */
export const authorizingAcquirerOf = ({ acquirer }: AcquirerAccount): AuthorizingAcquirer =>
  acquirer === 'simulated' ? simulated.payments : requirePart(payments, acquirer);

/** The part of the adapter that makes payments. */
export const paymentAcquirerOf = ({ acquirer }: AcquirerAccount): PaymentAcquirer =>
  requirePart(payments, acquirer);

/** The whole adapter of an account's acquirer. */
export const acquirerOf = ({ acquirer }: AcquirerAccount): Acquirer => requirePart(acquirers, acquirer);

/** The part of the adapter that connects accounts. */
export const setupOf = ({ acquirer }: AcquirerAccount): AcquirerSetup => requirePart(setups, acquirer);

export const capabilitiesOf = ({ acquirer }: AcquirerAccount): Capabilities =>
  acquirer === 'simulated' ? simulated.capabilities : requirePart(capabilities, acquirer);

/** Returns the reader of an acquirer's events; undefined if there is no adapter of that name. */
export const eventReaderOf = (acquirer: string | undefined): EventReader | undefined =>
  partOf(eventReaders, acquirer);

const isAcquirerName = (name: unknown): name is AcquirerName => acquirerNames.some((known) => known === name);

const partOf = <T>(parts: Record<AcquirerName, T>, name: string | undefined): T | undefined =>
  isAcquirerName(name) ? parts[name] : undefined;

/** An account can only be connected with an acquirer that has an adapter, so the part must exist. */
function requirePart<T>(parts: Record<AcquirerName, T>, name: string): T {
  const part = partOf(parts, name);
  if (part === undefined) throw new Error(`There is no adapter for ${name}`);
  return part;
}
