import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { may } from '#domain/merchants/roles.ts';
import type { Member, Session } from '../values/types.ts';

/** The session of the user, and the merchant whose pages are open. */
export interface Console {
  session: Session;
  merchant: Member;
  /** The URL of the checkout API, where logos are. */
  posUrl: string;
  /** The URL of the payment page's style sheet, for the preview. */
  pageStyles: string;
  /** Loads the session again, after the name of a merchant has changed. */
  refresh: () => Promise<void>;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The console of a signed-in user. Pages below the shell always have it. */
export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (!found) throw new Error('The page stands outside the shell');
  return found;
}

/**
 * Whether the user may call a route of the API, by the same table of roles as on the server. The server decides; the page
 * only hides buttons that would be refused.
 */
export function usePermission(): (route: string) => boolean {
  const { merchant } = useConsole();
  return (route) => may(merchant.role, route);
}
