import { ClockRefusal } from './wish.ts';

/** Refuses a clock that is ahead where real money moves: banks and the acquirer keep the real time. @throws ClockRefusal */
export function refuseLiveMode({ STRIPE_CREDENTIALS: credentials }: NodeJS.ProcessEnv): void {
  if (credentials && /_live_/.test(String(JSON.parse(credentials).apiKey)))
    throw new ClockRefusal(
      'The clock cannot be ahead while STRIPE_CREDENTIALS has a key for real money. Use a key of Stripe’s test mode, or start with an empty table and without FLORIN_CLOCK.',
    );
}
