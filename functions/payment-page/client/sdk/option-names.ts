import { adviceOn } from '#basics/nearest-name.ts';
import type { LinkOptions, OrderOptions } from './sdk-types.ts';

/** Every option of `pay` and `fields`, and whether a payment of a link that a server has made takes it. */
export const optionNames = {
  link: true,
  amount: false,
  test: true,
  text: false,
  description: false,
  reference: false,
  custom: false,
  plan: false,
  unplanned: false,
  recurring: false,
  receipt: true,
  locale: true,
  appearance: true,
  methods: true,
} as const satisfies Record<keyof LinkOptions | keyof OrderOptions, boolean>;

export type OptionName = keyof typeof optionNames;

/**
 * Refuses options that would have no effect. A shop that misspells `reference` would otherwise take payments that it
 * cannot assign to an order.
 *
 * @throws TypeError that names the option
 */
export function requireKnown(options: object): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const isLink = given.some(([name]) => name === 'link');
  for (const [name, value] of given) {
    if (!Object.hasOwn(optionNames, name)) throw new TypeError(`Florin: ${name} ${faultOf(name)}`);
    if (isLink && !(optionNames[name as OptionName] && (name !== 'test' || typeof value === 'object')))
      throw new TypeError(`Florin: ${name} is set by the payment link: leave it out`);
  }
}

const faultOf = (name: string): string =>
  name === 'capture'
    ? 'is set by the merchant, or by a link that your server makes: leave it out'
    : `is not an option; ${adviceOn(name, Object.keys(optionNames))}`;
