import { stopBefore } from '../../../functions/core/jobs/stop-before.ts';

describe('a function’s time', () => {
  const within = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

  test('a function’s time counts as over as soon as only the reserve remains', async () => {
    const started = performance.now();
    await expect(stopBefore(within(5_050), 5_000, 'Too long').time).rejects.toThrow('Too long');
    expect(performance.now() - started).toBeLessThan(4_000);
    await expect(stopBefore(within(50), 100, 'Too long').time).rejects.toThrow('Too long');
  });

  test('a function’s time is never over outside of Lambda, or after it is cancelled', async () => {
    const ended = jest.fn();
    const [endless, cancelled] = [stopBefore(undefined, 0, ''), stopBefore(within(20), 0, '')];
    for (const { time } of [endless, cancelled]) time.catch(ended);
    cancelled.cancel();
    await new Promise((done) => setTimeout(done, 50));
    expect(ended).not.toHaveBeenCalled();
  });
});
