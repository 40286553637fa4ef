import type { Command } from '../command.ts';
import { links } from './links.ts';
import { login, logout } from './login.ts';
import { merchants } from './merchants.ts';
import { payments } from './payments.ts';

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  ...payments,
  ...links,
  ...merchants,
};
