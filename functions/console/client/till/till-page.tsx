import { useEffect, useState } from 'preact/hooks';
import { Confirm } from '../parts/dialog.tsx';
import { Mode } from '../parts/status.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { t } from '../values/texts.ts';
import type { TillDay, TillSession } from '../values/types.ts';
import { AmountPad } from './amount-pad.tsx';
import { Day } from './day.tsx';

/**
 * How often the payments of the day are loaded, in milliseconds. The answer also tells whether the till was ended.
 */
const dayEvery = 20_000;

/** A paired till: it takes payments, and shows the payments of the day. */
export function TillPage({ till, posUrl, leave }: { till: TillSession; posUrl: string; leave: () => void }) {
  const [tab, setTab] = useState<'take' | 'today'>('take');
  const [isLeaving, setLeaving] = useState(false);
  const isOnline = useOnline();
  const { run } = useAction();
  const day = useLoad('day', (signal) => call<TillDay>('GET', 'till/day', { signal }), dayEvery);
  const { merchant } = till;
  return (
    <div class="till">
      <header class="till-head">
        <p class="till-name">
          <strong>
            <bdi>{merchant.name}</bdi>
          </strong>{' '}
          <span class="muted">
            <bdi>{till.name}</bdi>
          </span>
        </p>
        <Mode test={merchant.test} />
        <button type="button" class="button small" onClick={() => setLeaving(true)}>
          {t.tills.leave}
        </button>
      </header>
      {merchant.test && (
        <aside class="test-strip" aria-label={t.shell.test}>
          <strong>{t.shell.test}</strong> {t.shell.testHint}
        </aside>
      )}
      <div role="alert">{!isOnline && <p class="notice bad">{t.tills.offline}</p>}</div>
      <nav class="till-tabs" aria-label={t.shell.navigation}>
        {(['take', 'today'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            {t.tills[name]}
          </button>
        ))}
      </nav>
      <main>
        <div hidden={tab !== 'take'}>
          <AmountPad
            till={till}
            posUrl={posUrl}
            isShown={tab === 'take' && !isLeaving}
            isOnline={isOnline}
            paid={() => void day.reload()}
          />
        </div>
        {tab === 'today' && <Day till={till} day={day} />}
      </main>
      {isLeaving && (
        <Confirm
          title={t.tills.leave}
          confirm={t.tills.leave}
          close={() => setLeaving(false)}
          work={async () => {
            await call('DELETE', 'till/session');
            void run(async () => leave());
          }}
        >
          <p>{t.tills.leaveHint}</p>
        </Confirm>
      )}
    </div>
  );
}

/** Whether the browser has a connection. */
function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return isOnline;
}
