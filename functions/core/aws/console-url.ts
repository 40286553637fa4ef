import { requireVariable } from './environment.ts';

/** The URL of the console. The local runner overrides the one from the template. */
export const consoleUrl = process.env.LOCAL_CONSOLE_URL || requireVariable('CONSOLE_URL');
