export interface Moved {
  /** How often each scheduled function has run. */
  ran: Record<string, number>;
}

/** Florin's clock, which goes forward only. */
export interface Clock {
  /**
   * Moves the clock, and lets happen what is due by then, in the order in which it is due. A second move waits for the
   * first.
   *
   * @throws ClockRefusal
   */
  move(wish: string): Promise<Moved>;
}
