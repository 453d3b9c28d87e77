import type { Level } from './event.ts'
import { limits } from './limits.ts'

/** https://develop.sentry.dev/sdk/data-model/event-payloads/breadcrumbs/ */
export interface Breadcrumb {
  /** Seconds since the epoch. */
  timestamp: number
  type?: string
  category?: string
  level?: Level
  message?: string
  data?: Record<string, unknown>
}

/** Keeps the last `capacity` breadcrumbs. */
export class BreadcrumbRing {
  readonly #crumbs: Breadcrumb[]
  readonly #capacity: number
  #next: number

  constructor(capacity: number = limits.breadcrumbs, crumbs: Breadcrumb[] = []) {
    this.#capacity = Math.max(1, Math.trunc(capacity))
    this.#crumbs = crumbs.slice(-this.#capacity)
    this.#next = this.#crumbs.length % this.#capacity
  }

  add(crumb: Breadcrumb): void {
    this.#crumbs[this.#next] = crumb
    this.#next = (this.#next + 1) % this.#capacity
  }

  /** Oldest first. */
  toArray(): Breadcrumb[] {
    return [...this.#crumbs.slice(this.#next), ...this.#crumbs.slice(0, this.#next)]
  }

  /** A ring of its own that begins with what is in this one. */
  fork(): BreadcrumbRing {
    return new BreadcrumbRing(this.#capacity, this.toArray())
  }
}
