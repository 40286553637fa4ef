import { codeWatchTime } from '#domain/transactions/till-code-lifetime.ts';

/** The server's description of a payment. */
export interface Payment {
  transactionId: string;
  created: string;
  /** Minor units. */
  amount: number;
  /** 0 if the amount is only held. */
  capturedAmount: number;
  card: string;
  descriptor: string;
  reference: string | null;
}

/** A code that a till has made. The till remembers it for as long as it may still be paid. */
export interface WatchedCode {
  /** The token with which the till asks about the code. */
  watch: string;
  /** In minor units. */
  amount: number;
  /** When the till made the code, by its own clock. */
  since: number;
  /** The end of the time in which the code can be paid. */
  expires: string;
  /** The code's image, while it is on the screen. */
  svg?: string;
  /** Whether the code had expired when the server was last asked. */
  expired?: boolean;
  /** The payment, until somebody has seen it. */
  payment?: Payment;
}

/** Whether the code may still be paid. */
export const isOpen = ({ payment, since }: WatchedCode): boolean =>
  !payment && Date.now() - since < codeWatchTime;

/** Reads the tab's memory, which lasts over reloads and other pages. Without storage it lasts as long as the page. */
export function tillMemory(key: string): { watched: WatchedCode[]; keep(): void } {
  const place = `florin till ${key}`;
  const read = (): WatchedCode[] => {
    try {
      return JSON.parse(sessionStorage.getItem(place) ?? '[]');
    } catch {
      return [];
    }
  };
  const watched = read();
  return {
    watched,
    /** Stores the codes, without those that can no longer be paid. */
    keep() {
      const kept = watched.filter((one) => one.payment || one.svg || isOpen(one));
      watched.splice(0, watched.length, ...kept);
      try {
        sessionStorage.setItem(place, JSON.stringify(watched));
      } catch {
        // Without storage, a reload forgets the codes.
      }
    },
  };
}
