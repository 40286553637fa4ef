import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { setLogicalId } from '../logical-id.ts';

/** The functions that callers reach by the alias `live`, which points at a published version. */
export class Releases {
  readonly #lives = new Map<string, Alias>();

  /** Publishes a version whenever the code or the configuration of the function changes. @returns the alias to call */
  add(id: string, made: LambdaFunction): Alias {
    const live = new Alias(made, 'Live', { aliasName: 'live', version: made.currentVersion });
    setLogicalId(live, `${id}Live`);
    this.#lives.set(id, live);
    return live;
  }

  get all(): Alias[] {
    return [...this.#lives.values()];
  }

  get entries(): [id: string, live: Alias][] {
    return [...this.#lives];
  }
}
