import { differences } from './differences.ts';

/** Prints each step of the run as it ends, and all of them together at the end. */
export class Report {
  private readonly lines: string[] = [];

  /** Runs a step, and returns its result. */
  async step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    const started = performance.now();
    try {
      const result = await work();
      const line = `✓ ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`;
      process.stdout.write(`${line}\n`);
      this.lines.push(line);
      return result;
    } catch (error) {
      process.stdout.write(`✗ ${name}\n`);
      throw error;
    }
  }

  add(line: string): void {
    this.lines.push(line);
  }

  print(): void {
    process.stdout.write(`\n${this.lines.join('\n')}\n\nWhat the emulator does not show:\n`);
    for (const { emulator, shownBy } of differences)
      process.stdout.write(`- ${emulator}.\n  Shown by: ${shownBy}\n`);
  }
}
