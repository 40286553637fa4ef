export interface Moved {
  /** How often each scheduled function has run. */
  ran: Record<string, number>;
}

/** Florin's clock, which goes forward only. */
export interface Clock {
  /**
   * Moves the clock, and runs the work that is due by then, in the order of its due times. A second move waits for the
   * first.
   *
   * @throws ClockRefusal
   */
  move(wish: string): Promise<Moved>;
}
