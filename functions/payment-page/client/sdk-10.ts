import { failure } from './sdk/frame.ts';
import { type PluginConfig, payOptions } from './sdk/plugin-config.ts';
import type { DialogFailure, Result } from './sdk/sdk-types.ts';
import { Florin } from './sdk.ts';

/**
 * `10.js`: lets existing shop plugins open the dialog of `sdk.js`, with only the host of the script changed.
 *
 *     <script src="{pos_url}/10.js"></script>
 *     Paylike({ key }).pay({ test: true, amount: { currency: 'EUR', exponent: 2, value: 4999 } }, callback)
 *
 * Older plugins call `Paylike(key).popup({ currency: 'EUR', amount: 4999 }, callback)`, with the amount in minor units
 * and without `test`; the key decides then. `sdk/plugin-config.ts` says how each field is read.
 *
 * The callback gets `(null, { transaction: { id }, custom })` after a payment. Otherwise it gets one argument, since
 * plugins test whether the second is undefined: the text `closed` or `superseded`, or an `Error` for anything else.
 */
function Paylike(init: string | { key?: string }) {
  const key = typeof init === 'string' ? init : init?.key;
  const open = (config: PluginConfig, callback: Callback, isOld: boolean): void => {
    try {
      Florin({ key: config?.key ?? key ?? '' }).pay(payOptions(config, isOld), (error, paid) => {
        if (paid) callback(null, { ...paid, custom: config.custom });
        else callback(errorOf(error as Failure));
      });
    } catch (error) {
      // Plugins lock their buttons until the callback is called, and an exception would leave them locked.
      callback(error as Error);
    }
  };
  return {
    pay: (config: PluginConfig, callback: Callback) => open(config, callback, false),
    popup: (config: PluginConfig, callback: Callback) => open(config, callback, true),
  };
}

type Callback = (
  error: 'closed' | 'superseded' | Error | null,
  result?: Result & { custom?: unknown },
) => void;

const messages = {
  unavailable: 'The payment page could not be loaded. Nothing was paid.',
  unknown: 'The connection was lost. Look for the transaction before you let the customer pay again.',
};

/** The failures of a dialog that shows no link of a server. */
type Failure = Exclude<DialogFailure, 'ended'>;

const errorOf = (error: Failure) =>
  error === 'closed' || error === 'superseded' ? error : failure(error, messages[error]);

Object.assign(window, { Paylike });
