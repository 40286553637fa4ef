import { acquirerNames } from '../../../functions/core/acquirer/names.ts';
import { ClockRefusal } from './wish.ts';

/** Refuses a clock that is ahead where real money moves: banks and the acquirer keep the real time. @throws ClockRefusal */
export function refuseLiveMode(environment: NodeJS.ProcessEnv): void {
  for (const name of acquirerNames.map((acquirer) => `${acquirer.toUpperCase()}_CREDENTIALS`)) {
    const credentials = environment[name];
    if (credentials && /_live_/.test(String(JSON.parse(credentials).apiKey)))
      throw new ClockRefusal(
        `The clock cannot be ahead while ${name} has a key for real money. Use a key of the acquirer’s test mode, or start with an empty table and without FLORIN_CLOCK.`,
      );
  }
}
