import type { ComponentChildren } from 'preact';

/**
 * A list of names and values, without facts that have no value. Texts of others are isolated, so that they cannot reorder
 * the rest.
 */
export const Facts = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(([name, value]) =>
      value === null || value === undefined || value === '' || value === false ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ),
    )}
  </dl>
);
