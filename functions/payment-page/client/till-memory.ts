/** The server's description of a payment. */
export interface Payment {
  transactionId: string;
  created: string;
  /** Minor units. */
  amount: number;
  card: string;
  descriptor: string;
  reference: string | null;
}

/** A code that a till has made, and looks after until nothing can come of it any more. */
export interface Watched {
  /** Names it where it is asked what became of it. */
  watch: string;
  /** Minor units. */
  amount: number;
  /** When it was made, by the till's own clock. */
  since: number;
  /** Until when it can be paid. */
  expires: string;
  /** The code, while it is on the screen. */
  svg?: string;
  /** Its time was over when the server was last asked. */
  expired?: boolean;
  /** The payment, until somebody has seen it. */
  payment?: Payment;
}

/** How long a payment that was begun in time may take, after which nobody asks any more: in milliseconds, of a code. */
const longest = 25 * 60_000;

/** Whether it may still be paid, as far as anybody knows. */
export const isOpen = ({ payment, since }: Watched): boolean => !payment && Date.now() - since < longest;

/** Lasts as long as the tab, over reloads and other pages. Without storage it lasts as long as the page. */
export function tillMemory(key: string): { watched: Watched[]; keep(): void } {
  const place = `florin till ${key}`;
  const read = (): Watched[] => {
    try {
      return JSON.parse(sessionStorage.getItem(place) ?? '[]');
    } catch {
      return [];
    }
  };
  const watched = read();
  return {
    watched,
    /** Without those of which nothing can come. */
    keep() {
      const kept = watched.filter((one) => one.payment || one.svg || isOpen(one));
      watched.splice(0, watched.length, ...kept);
      try {
        sessionStorage.setItem(place, JSON.stringify(watched));
      } catch {
        // Then a reload forgets it.
      }
    },
  };
}
