import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The records in memory at a time: about 60 MB. */
const atOnce = 250_000;

/** The bytes that are read of a file at a time. */
const block = 1024 * 1024;

/**
 * Sorts records of the same length. More records than memory should hold are sorted in parts, which are written to a
 * temporary folder and then merged.
 */
export class RecordSorter {
  readonly #length: number;
  #records: string[] = [];
  #files: string[] = [];
  #folder: string | undefined;

  /** @param length of a record, in bytes */
  constructor(length: number) {
    this.#length = length;
  }

  /** @param record its bytes, each as a character, since strings sort faster than buffers */
  add(record: string): void {
    if (this.#records.push(record) === atOnce) this.#write();
  }

  /** All records in their order. Removes the temporary folder at the end. */
  *sorted(): Generator<string> {
    try {
      if (this.#files.length === 0) yield* this.#records.sort();
      else {
        this.#write();
        yield* merged(this.#files.map((file) => readRecords(file, this.#length)));
      }
    } finally {
      this.remove();
    }
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(): void {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'florin-verify-'));
    const file = join(this.#folder, String(this.#files.length));
    writeFileSync(file, Buffer.from(this.#records.sort().join(''), 'latin1'));
    this.#files.push(file);
    this.#records = [];
  }
}

function* readRecords(file: string, length: number): Generator<string> {
  const buffer = Buffer.alloc(Math.floor(block / length) * length);
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const read = readSync(handle, buffer);
      if (read === 0) return;
      for (let at = 0; at < read; at += length) yield buffer.toString('latin1', at, at + length);
    }
  } finally {
    closeSync(handle);
  }
}

function* merged(lists: Generator<string>[]): Generator<string> {
  const heads = lists.map((list) => ({ list, next: list.next() }));
  for (;;) {
    let least: (typeof heads)[number] | undefined;
    for (const head of heads)
      if (!head.next.done && (!least || head.next.value < (least.next.value as string))) least = head;
    if (!least) return;
    yield least.next.value as string;
    least.next = least.list.next();
  }
}
