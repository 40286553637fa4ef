import { useEffect, useState } from 'preact/hooks';
import type { ConsoleLanguage } from '#messages/console/languages.ts';
import { forgetIntents } from '../movements/intents.ts';
import { Announcer } from '../parts/announce.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { LoadingPlaceholder } from '../parts/loading.tsx';
import { call, configure, Refusal } from '../requests/api.ts';
import { SignedOutFrame } from '../start/signed-out-frame.tsx';
import type { TillSession } from '../values/types.ts';
import { setTimeZone } from '../values/zone.ts';
import { Pairing } from './pairing.tsx';
import { TillPage } from './till-page.tsx';

interface Props {
  base: string;
  posUrl: string;
  speak: (language: ConsoleLanguage) => Promise<void>;
}

type State = { till: TillSession } | { error: Error } | 'loading' | 'unpaired' | 'ended';

/** The page of a device: it is paired with a code, and then takes payments for its merchant. */
export function TillApp({ base, posUrl, speak }: Props) {
  const [state, setState] = useState<State>('loading');
  configure({
    base,
    sender: 'till',
    signedOut: () => setState((before) => (isPaired(before) ? 'ended' : 'unpaired')),
  });
  const load = async () => {
    try {
      const till = await call<TillSession>('GET', 'till/session');
      setTimeZone(till.merchant.timeZone);
      setState({ till });
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) setState({ error: error as Error });
    }
  };
  useEffect(() => {
    void load();
  }, []);
  return (
    <>
      {state === 'loading' ? (
        <LoadingPlaceholder />
      ) : state === 'unpaired' || state === 'ended' ? (
        <SignedOutFrame speak={speak}>
          <Pairing
            hasEnded={state === 'ended'}
            done={() => {
              forgetIntents();
              return load();
            }}
          />
        </SignedOutFrame>
      ) : 'error' in state ? (
        <SignedOutFrame speak={speak}>
          <FailureNotice error={state.error} retry={load} />
        </SignedOutFrame>
      ) : (
        <TillPage till={state.till} posUrl={posUrl} leave={() => setState('unpaired')} />
      )}
      <Announcer />
    </>
  );
}

const isPaired = (state: State): boolean => typeof state === 'object' && 'till' in state;
