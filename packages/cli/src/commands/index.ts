import type { Command } from '../command.ts';
import { bookkeeping } from './bookkeeping.ts';
import { clock } from './clock.ts';
import { completion } from './completion.ts';
import { customers } from './customers.ts';
import { doctor } from './doctor.ts';
import { fixtures } from './fixtures.ts';
import { keys } from './keys.ts';
import { links } from './links.ts';
import { listen } from './listen.ts';
import { login, logout } from './login.ts';
import { logs } from './logs.ts';
import { mcp } from './mcp.ts';
import { merchants } from './merchants.ts';
import { month } from './month.ts';
import { open } from './open.ts';
import { operator } from './operator.ts';
import { payments } from './payments.ts';
import { ratios } from './ratios.ts';
import { raw } from './raw.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  ...payments,
  ...links,
  ...merchants,
  ...keys,
  ratios,
  ...customers,
  month,
  ...bookkeeping,
  verify,
  listen,
  trigger,
  ...logs,
  mcp,
  fixtures,
  clock,
  ...raw,
  doctor,
  open,
  ...operator,
  completion: completion(() => commands),
};
