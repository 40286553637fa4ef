import { isTimeZone } from '#basics/time-zone.ts';

const ofBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone of all times and days on the pages: that of the merchant whose pages are open, wherever its readers are. So
 * numbers, lists and tills agree about what a day is. Outside of a merchant it is the browser's own.
 */
export let timeZone = ofBrowser();

/** @param name an old browser may not know the name; its own zone is then used */
export function setTimeZone(name: string): void {
  timeZone = isTimeZone(name) ? name : ofBrowser();
}

/** Whether the clocks of the pages and of the reader's own device differ at the moment. */
export const isForeignZone = (): boolean => {
  const clock = (zone: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format();
  return clock(timeZone) !== clock(ofBrowser());
};
