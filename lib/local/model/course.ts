import type { Draw } from './draw.ts';
import type { Fault } from './faults.ts';

/** The time of a request, its fault, and the random numbers that are drawn for it. */
export interface Course {
  draw: Draw;
  fault?: Fault | undefined;
  /** Waits until a share of the request's time is over, from 0 to 1. */
  until(part: number): Promise<void>;
}

/** Waits until the request takes effect. */
export const untilEffect = ({ draw, until }: Course): Promise<void> => until(0.2 + 0.6 * draw('effect'));
