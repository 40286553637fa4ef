import { spawn } from 'node:child_process';

/** Opens an address in the browser. The address is an argument of a program and never of a shell. */
export function openInBrowser(url: string): void {
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  const program = programs[process.platform] ?? 'xdg-open';
  // A machine without a browser has the address on the screen.
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
