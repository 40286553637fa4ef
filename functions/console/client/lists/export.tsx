import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { announce, announceFailure } from '../parts/announce.tsx';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Icon } from '../parts/icons.tsx';
import { today } from '../values/format.ts';
import { countText, fill, t } from '../values/texts.ts';
import { type CsvFile, csvFile } from './csv-file.ts';
import type { FileRows } from './file-rows.ts';
import type { Sections } from './whole-list.ts';

interface Props<T> {
  /**
   * Begins to read the list with its present filters, so that the file has exactly the entries of the list, from
   * all of its pages.
   */
  open: () => Sections<T>;
  /** The beginning of the file's name. */
  name: string;
  rows: FileRows<T>;
}

/** The most rows of a file: a sheet of Excel holds 1,048,576. */
const most = 1_000_000;

/** The end of the file's name if rows are missing. */
const incomplete = '-incomplete';

interface Work<T> {
  list: Sections<T>;
  file: CsvFile;
}

type State = { is: 'idle' } | { is: 'running'; count: number } | { is: 'halted'; error?: Error };

/**
 * Writes all entries of a list into a CSV file. The user can stop the export. After that, and after an error, the user
 * continues at the same place, or saves the rows so far in a file whose name says that it is incomplete.
 */
export function Export<T>({ open, name, rows: { columns, row } }: Props<T>) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const work = useRef<Work<T> | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort('left'), []);

  const run = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    work.current ??= { list: open(), file: csvFile(columns) };
    const { list, file } = work.current;
    setState({ is: 'running', count: file.count });
    try {
      await list.read(controller.signal, (items, section) => {
        file.add(items.slice(0, most - file.count).map(row), section);
        setState({ is: 'running', count: file.count });
        if (file.count === most) controller.abort();
      });
      finish(list, file);
    } catch (error) {
      if (file.count === most) finish(list, file);
      else if (controller.signal.aborted) setState({ is: 'halted' });
      else setState({ is: 'halted', error: error as Error });
    } finally {
      running.current = undefined;
    }
  };
  const finish = (list: Sections<T>, file: CsvFile) => {
    const missing = list.missing();
    const isCut = file.count === most;
    save(file, missing.length > 0 || isCut ? incomplete : '');
    if (missing.length > 0) announceFailure(fill(t.export.without, { names: missing }));
    else if (isCut) announceFailure(fill(t.export.cut, { count: most }));
    else announce(countText(t.export.done, file.count));
  };
  const save = (file: CsvFile, mark: string) => {
    file.save(`${name}-${today()}${mark}.csv`);
    end();
  };
  const end = () => {
    work.current = undefined;
    setState({ is: 'idle' });
  };

  return (
    <>
      <button type="button" class="button" aria-busy={state.is === 'running'} onClick={run}>
        <Icon name="download" />
        {state.is === 'running' ? countText(t.export.running, state.count) : t.export.button}
      </button>
      {state.is === 'running' && (
        <button type="button" class="button" onClick={() => running.current?.abort()}>
          {t.export.stop}
        </button>
      )}
      {state.is === 'halted' && work.current && (
        <Halted error={state.error} file={work.current.file} goOn={run} keep={save} end={end} />
      )}
    </>
  );
}

interface HaltedProps {
  error: Error | undefined;
  file: CsvFile;
  goOn: () => void;
  keep: (file: CsvFile, mark: string) => void;
  end: () => void;
}

/** Shows how many rows a stopped export has, and asks whether to continue. */
function Halted({ error, file, goOn, keep, end }: HaltedProps) {
  const id = useId();
  return (
    <Dialog title={t.export.halted} text={id} onClose={end}>
      <div class="stack">
        <div class="stack" id={id}>
          {error && <p class="notice bad">{failureText(error)}</p>}
          <p>{countText(t.export.haltedHint, file.count)}</p>
        </div>
        <DialogFoot isBusy={false} close={end} cancel={t.export.discard}>
          {file.count > 0 && (
            <button
              type="button"
              class="button"
              onClick={() => {
                keep(file, incomplete);
                announce(countText(t.export.part, file.count));
              }}
            >
              {t.export.keep}
            </button>
          )}
          <button type="button" class="button main" onClick={goOn}>
            {t.export.goOn}
          </button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
