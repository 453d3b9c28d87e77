/**
 * A cache of limited size that drops the least recently used entry first. Browsers load this, so it is not
 * `lru-cache`.
 */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #limit: number
  #latest: Key | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns the cached value of the key, or caches what `make` returns. */
  get(key: Key, make: () => Value): Value {
    const known = this.#entries.get(key)
    if (known !== undefined && key === this.#latest) return known
    const value = known ?? make()
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#latest = key
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
    return value
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }
}
