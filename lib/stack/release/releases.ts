import { Alias, type IFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Route } from '../../routes.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

/**
 * The aliases `live` of functions with canaries. Callers reach such a function by its alias, which points at a
 * published version.
 */
export class Releases {
  readonly #lives = new Map<string, Alias>();

  /**
   * Gives a function an alias, and publishes a version whenever its code or configuration changes, if the stage has
   * canaries or ready environments for the route.
   *
   * @returns the function that callers must call: the alias, or the function itself if it has no alias
   */
  add(
    id: string,
    made: LambdaFunction,
    { movesMoney, paying }: Route,
    { canary, warmPayments, standby }: Stage,
  ): IFunction {
    const isReleased = (movesMoney || paying) && canary !== undefined;
    const warm = paying && !standby ? warmPayments : undefined;
    if (!isReleased && warm === undefined) return made;
    const live = makeAlias(id, made, warm);
    if (isReleased) this.#lives.set(id, live);
    return live;
  }

  get all(): Alias[] {
    return [...this.#lives.values()];
  }

  get entries(): [id: string, live: Alias][] {
    return [...this.#lives];
  }
}

/** @param warm the number of environments that Lambda keeps ready; absent for none */
export function makeAlias(id: string, made: LambdaFunction, warm: number | undefined): Alias {
  const live = new Alias(made, 'Live', {
    aliasName: 'live',
    version: made.currentVersion,
    provisionedConcurrentExecutions: warm,
  });
  setLogicalId(live, `${id}Live`);
  return live;
}
