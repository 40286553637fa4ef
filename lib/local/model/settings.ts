/** The time of an operation in milliseconds, for a client in the region of the table. */
export interface Latency {
  median: number;
  /** The standard deviation of the logarithm. With 0.2 the 99th percentile is 1.6 medians, apart from the tail. */
  spread: number;
  tail: {
    /** The share of the operations that are in the tail, 0 to 1. */
    chance: number;
    /** By how many times an operation in the tail takes longer than usual, at most. */
    times: number;
  };
}

/** The probability of each fault in one request. */
export interface FaultRates {
  /** Refused without effect, as if DynamoDB had to split a partition. */
  throttled: number;
  /** 500 without effect. */
  failed: number;
  /** The connection is cut before the request has an effect. */
  cut: number;
  /** A 500, though the request had its effect. */
  failedAfter: number;
  /** The connection is cut after the request has had its effect. */
  cutAfter: number;
  /** No answer until the client gives up, though the request had its effect. */
  silentAfter: number;
  /**
   * A transaction is cancelled by a conflict or throttling at one of its writes. Unless this rate is 0, every such answer
   * also names the other writes whose conditions fail.
   */
  mixed: number;
  /** A batch is executed in part, and the rest is returned as unprocessed. */
  unprocessed: number;
  /** A page of a query ends after one to three items, as one does that has reached a megabyte. */
  shortPage: number;
}

export interface Settings {
  latency: { transaction: Latency; write: Latency; read: Latency };
  faults: FaultRates;
  /** Units a second of each partition key, of the table and of each index. */
  partition: {
    write: number;
    read: number;
    /** The seconds whose unused units can be used at once later. At least one second counts. */
    burstSeconds: number;
  };
  /** The most by which an index is behind the table, in milliseconds. Each item has its own delay. */
  indexLag: number;
  /** The greatest age of an eventually consistent read of the table, in milliseconds. */
  staleness: number;
}

const tail = { chance: 0.002, times: 10 };

const latency = {
  transaction: { median: 12, spread: 0.2, tail },
  write: { median: 4, spread: 0.2, tail },
  read: { median: 3, spread: 0.2, tail },
};

const partition = { write: 1000, read: 3000, burstSeconds: 1 };

export const noFaults: FaultRates = {
  throttled: 0,
  failed: 0,
  cut: 0,
  failedAfter: 0,
  cutAfter: 0,
  silentAfter: 0,
  mixed: 0,
  unprocessed: 0,
  shortPage: 0,
};

/** DynamoDB on a usual day without faults: conflicts, latency, limits and lag. */
export const goodDay: Settings = { latency, faults: noFaults, partition, indexLag: 30, staleness: 30 };

/** A usual day with more faults than AWS has, so that even a short run on a laptop meets some. */
export const usualDay: Settings = {
  ...goodDay,
  faults: {
    ...noFaults,
    throttled: 0.003,
    failed: 0.001,
    cut: 0.001,
    failedAfter: 0.002,
    cutAfter: 0.002,
    mixed: 0.002,
    unprocessed: 0.01,
    shortPage: 0.05,
  },
};

/** The worst day: all faults, with high rates. */
export const badDay: Settings = {
  latency,
  partition,
  faults: {
    throttled: 0.02,
    failed: 0.01,
    cut: 0.01,
    failedAfter: 0.01,
    cutAfter: 0.01,
    silentAfter: 0.0005,
    mixed: 0.02,
    unprocessed: 0.05,
    shortPage: 0.1,
  },
  // AWS's documentation: all copies are usually equal within a second.
  indexLag: 1000,
  staleness: 1000,
};
