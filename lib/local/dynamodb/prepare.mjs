/**
 * Prepares the engine's database file before the engine opens the file, in a thread of its own.
 *
 * Dynoxide numbers a stream record with `MAX(CAST(sequence_number AS INTEGER)) + 1` and has no index for that query:
 * each write reads every record. With the indexes below, neither a number nor a page of records depends on how many
 * records there are. The trigger removes, with every 64th record, the records that every reader has passed (the tag
 * `florin:passed` of the table says how far that is: see `../triggers/stream-trim.ts`) and the records of more than a
 * day ago, as AWS does. The record that was just written stays, so that the numbers go on.
 *
 * This library's locks are not the engine's: it must never open a file that an engine has open.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import sqlite from 'node-sqlite3-wasm';

const { file } = workerData;
// A new file appears when it is whole: the runner refuses one that a killed process has left empty.
const target = existsSync(file) ? file : `${file}.part`;
if (target !== file) rmSync(target, { force: true });
// A process that was killed while it prepared the file has left this lock.
rmSync(`${target}.lock`, { recursive: true, force: true });

// Only this user may read the file. SQLite gives the files beside a database the mode of the database.
closeSync(openSync(target, 'a', 0o600));

const database = new sqlite.Database(target);
try {
  // The library has no shared memory, and reads a write-ahead log only in this mode.
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  database.exec(`
    BEGIN IMMEDIATE;

    -- In a new file: exactly as Dynoxide 1.2.1 makes it.
    CREATE TABLE IF NOT EXISTS _stream_records (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      table_name TEXT NOT NULL,
      event_name TEXT NOT NULL,
      keys_json TEXT NOT NULL,
      new_image TEXT,
      old_image TEXT,
      sequence_number TEXT NOT NULL,
      shard_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      user_identity TEXT
    );

    CREATE INDEX IF NOT EXISTS florin_numbers
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
    CREATE INDEX IF NOT EXISTS florin_pages
      ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
    CREATE INDEX IF NOT EXISTS florin_shards
      ON _stream_records (table_name, shard_id, sequence_number);

    DROP TRIGGER IF EXISTS florin_trim;
    CREATE TRIGGER florin_trim AFTER INSERT ON _stream_records WHEN new.id % 64 = 0
    BEGIN
      DELETE FROM _stream_records WHERE id IN (
        SELECT id FROM _stream_records
        WHERE table_name = new.table_name AND CAST(sequence_number AS INTEGER) < (
          SELECT CAST(json_extract(tag.value, '$.Value') AS INTEGER)
          FROM _tables, json_each(_tables.tags) AS tag
          WHERE _tables.table_name = new.table_name AND json_extract(tag.value, '$.Key') = 'florin:passed'
        )
        ORDER BY CAST(sequence_number AS INTEGER) LIMIT 256
      );
      DELETE FROM _stream_records WHERE created_at < new.created_at - 86400 AND id IN (
        SELECT id FROM _stream_records
        WHERE table_name = new.table_name
        ORDER BY CAST(sequence_number AS INTEGER) LIMIT 256
      );
    END;
    COMMIT;
  `);
} finally {
  database.close();
}
if (target !== file) renameSync(target, file);
