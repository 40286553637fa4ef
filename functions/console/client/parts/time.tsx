import { dateTime, exactTime } from '../format.ts';

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dateTime(at)}
  </time>
);
