import { spawn } from 'node:child_process';

/** Opens an address in the browser. The address is passed to the program directly, never through a shell. */
export function openInBrowser(url: string): void {
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  const program = programs[process.platform] ?? 'xdg-open';
  // An error is ignored, as the address is also on the screen.
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
