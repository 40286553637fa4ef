import { modeText } from '../merchant-name.ts';

/** Shows test or live mode. It is always shown in words, not by colour alone. */
export const Mode = ({ test }: { test: boolean }) => (
  <span class={test ? 'mode test' : 'mode live'}>{modeText(test)}</span>
);
