type Cell = string | number;

/** Prints rows in columns, without the frame that jest prints around logs. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  const print = (line: readonly Cell[]) =>
    line.map((cell, i) =>
      i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0),
    );
  const text = lines.map((line) => `  ${print(line).join('  ')}`).join('\n');
  process.stdout.write(`\n${title}\n${text}\n`);
}
