import type { ThrottleSetting } from './api.ts';

/** Takes a token for a request; false if none is left. */
export type Throttle = (method: string, path: string) => boolean;

/**
 * Throttles as API Gateway does for a stage, with a token bucket for each method. The settings for all paths and
 * methods (`/*` and `*`) are each method's default, not a shared bucket.
 *
 * @param now milliseconds
 */
export function makeThrottle(settings: readonly ThrottleSetting[], now = () => performance.now()): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (method, path) => {
    const setting = settingOf(settings, method, path);
    if (!setting) return true;

    const key = `${method} ${path}`;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: setting.burst, at };
    const filled = Math.min(setting.burst, bucket.tokens + ((at - bucket.at) / 1000) * setting.rate);
    const allowed = filled >= 1;
    buckets.set(key, { tokens: allowed ? filled - 1 : filled, at });
    return allowed;
  };
}

/** The most specific setting. A matching path counts for more than a matching method. */
function settingOf(settings: readonly ThrottleSetting[], method: string, path: string) {
  const weight = (setting: ThrottleSetting) =>
    (setting.path === '*' ? 0 : 2) + (setting.method === '*' ? 0 : 1);
  return settings
    .filter((setting) => ['*', path].includes(setting.path) && ['*', method].includes(setting.method))
    .sort((a, b) => weight(b) - weight(a))[0];
}
