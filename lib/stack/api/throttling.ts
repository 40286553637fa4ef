import type { StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { type Route, routesOf } from '../../routes.ts';
import type { Stage } from '../stage.ts';
import { methodsOf } from './methods.ts';

const passwordLimit = { rate: 50, burst: 100 };

/** A flood of 5 requests a second costs less than USD 2 a day. */
const rareLimit = { rate: 5, burst: 5 };

/**
 * The requests a second of routes that anybody may call. The limit is below the stage's, to stop somebody who makes
 * apps, or tries cards or passwords, in a loop. A burst has room for a suite of tests that makes an app for each test.
 */
function openLimit({ api, authorization, rare }: Route, { customerThrottle }: Stage): Stage['throttle'] {
  if (rare) return rareLimit;
  if (api === 'pos') return customerThrottle;
  return api === 'console' || authorization === 'digest' ? passwordLimit : { rate: 5, burst: 100 };
}

/** The limits of all routes of an API, and the lower limits of its open routes. */
export function throttlingOptions(kind: Route['api'], stage: Stage): StageOptions {
  const { throttle } = stage;
  const limit = ({ rate, burst }: Stage['throttle']) => ({
    throttlingRateLimit: Math.min(rate, throttle.rate),
    throttlingBurstLimit: Math.min(burst, throttle.burst),
  });
  // The route of an acquirer's events has no lower limit, as events come as fast as payments.
  const openRoutes = routesOf(kind).filter(
    ({ authorization }) => !['key', 'session', 'signature'].includes(authorization),
  );
  return {
    ...limit(throttle),
    methodOptions: Object.fromEntries(
      openRoutes.flatMap((route) =>
        methodsOf(route).map((method) => [`${route.path}/${method}`, limit(openLimit(route, stage))]),
      ),
    ),
  };
}
