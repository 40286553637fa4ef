/** A map with at most `most` entries. If one more is set, the entry that was set longest ago is removed. */
export class BoundedMap<K, V> {
  readonly #values = new Map<K, V>();

  constructor(private readonly most: number) {}

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  set(key: K, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.most) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest as K);
  }

  delete(key: K): void {
    this.#values.delete(key);
  }
}
