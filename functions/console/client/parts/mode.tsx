import { isolate } from '#domain/mail/mail-text.ts';
import { nameOf } from '../session.ts';
import { t } from '../texts.ts';
import type { Member } from '../types.ts';

/** Shows test or live mode. It is always shown in words, not by colour alone. */
export const Mode = ({ test }: { test: boolean }) => (
  <span class={test ? 'mode test' : 'mode live'}>{modeText(test)}</span>
);

export const modeText = (test: boolean): string => (test ? t.shell.testShort : t.shell.liveShort);

/** A merchant's name with its mode, where only text can stand: `Shop (test)`. */
export const nameWithMode = (merchant: Pick<Member, 'name' | 'id' | 'test'>): string =>
  `${isolate(nameOf(merchant))} (${modeText(merchant.test)})`;
