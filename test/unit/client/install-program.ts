import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this system starts a program by the first line of its file. Windows does not. */
export const canInstallPrograms = process.platform !== 'win32';

/** Writes a script for Node.js into a folder of `PATH`, as a program with this name. */
export const installProgram = (folder: string, name: string, script: string): void =>
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`, { mode: 0o700 });
