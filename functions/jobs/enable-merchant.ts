import { acquirerNames } from '#acquirer/names.ts';
import { setupOf } from '#acquirer/registry.ts';
import { isId } from '#domain/id.ts';
import { readPlatformFee, showPlatformFee } from '#domain/money/platform-fee.ts';
import { operatorNoteIn } from '#jobs/operator-note.ts';
import { log } from '#observability/log.ts';
import {
  checkConnection,
  connectAcquirer,
  ownAccount,
  type WantedSettings,
} from '#usecases/accounts/connect-acquirer.ts';
import { retireAccount } from '#usecases/accounts/retire-account.ts';

const mode = process.env.ACQUIRER_MODE === 'live' ? 'live' : 'test';

interface Command {
  merchantId?: unknown;
  acquirer?: unknown;
  /** `own` for the account of the stage's key. */
  account?: unknown;
  enabled?: unknown;
  /** `extended`: the merchant's authorizations hold money for longer than usual; `usual` ends that. */
  hold?: unknown;
  /** Whether the amounts of the merchant's authorizations can be raised. */
  increments?: unknown;
  /** The platform's fee of each payment, as `1.5%+20EUR`; `none` ends the fee. */
  fee?: unknown;
  /** Whether a refund returns its part of the fee (`return`), or the platform keeps it (`keep`). */
  feeRefund?: unknown;
  /** The URL to which the acquirer reports events; if present, the job makes the acquirer's endpoint. */
  eventsUrl?: unknown;
  /** Whether to retire an account that its owner has disconnected, instead of connecting it. */
  retire?: unknown;
  /** Whether to check the merchant's connection only. The check changes nothing. */
  check?: unknown;
  /** The operator who retires the account, and the reason. */
  by?: unknown;
  note?: unknown;
}

/**
 * Connects a live merchant with its account at an acquirer, so that the merchant takes real money, disables the
 * connection, or retires an account. An operator runs this job with AWS credentials (`npx florin operator connect`).
 */
export async function handler({
  merchantId,
  acquirer,
  account,
  enabled = true,
  hold,
  increments,
  fee,
  feeRefund,
  eventsUrl,
  retire,
  check,
  by,
  note,
}: Command) {
  if (check === true && isId(merchantId)) return { merchantId, ...(await checkConnection(merchantId, mode)) };
  const isAccount = account === undefined || (typeof account === 'string' && /^\w{1,100}$/.test(account));
  const areSettings =
    [undefined, 'usual', 'extended'].includes(hold as string | undefined) &&
    [undefined, 'yes', 'no'].includes(increments as string | undefined) &&
    [undefined, 'keep', 'return'].includes(feeRefund as string | undefined);
  const requestedFee = feeIn(fee);
  if (
    !isId(merchantId) ||
    typeof acquirer !== 'string' ||
    !isAccount ||
    typeof enabled !== 'boolean' ||
    !areSettings ||
    (fee !== undefined && requestedFee === undefined)
  )
    throw new Error(
      `Expected {"merchantId": "<its id>", "acquirer": "${acquirerNames.join('|')}", "account": "<its id there>", "hold": "usual|extended", "increments": "yes|no", "fee": "none|1.5%+20EUR", "feeRefund": "keep|return"}, those after the acquirer if wanted`,
    );
  if (retire === true) {
    const named = { acquirer, account: account === ownAccount ? undefined : account };
    const retired = await retireAccount(merchantId, named, operatorNoteIn({ by, note }));
    const result = { merchantId, acquirer, account, retired: retired.at, by: retired.by, note: retired.note };
    log('info', result);
    return result;
  }
  const wanted: WantedSettings = {
    extended: hold === undefined ? undefined : hold === 'extended',
    increments: increments === undefined ? undefined : increments === 'yes',
    fee: requestedFee,
    returnsFee: feeRefund === undefined ? undefined : feeRefund === 'return',
  };
  const { settings, ...connected } = await connectAcquirer(
    merchantId,
    { acquirer, account },
    enabled,
    mode,
    wanted,
  );
  const { apiVersion, receiveEvents } = setupOf(connected);
  const endpoint =
    typeof eventsUrl === 'string' && enabled
      ? await receiveEvents(eventsUrl, connected.account !== undefined)
      : undefined;
  const result = {
    merchantId,
    ...connected,
    enabled,
    ...(settings.fee && {
      fee: showPlatformFee(settings.fee),
      feeRefund: settings.fee.returned ? 'return' : 'keep',
    }),
    apiVersion,
    ...(endpoint && { endpoint: endpoint.id, endpointCreated: endpoint.created }),
  };
  log('info', result);
  return result;
}

/**
 * Reads the fee.
 *
 * @returns undefined if it is missing or is not written as a fee
 */
const feeIn = (fee: unknown): WantedSettings['fee'] =>
  fee === 'none' ? 'none' : typeof fee === 'string' ? readPlatformFee(fee) : undefined;
