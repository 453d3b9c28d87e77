import type { Category } from './outcome.ts'

/** What a sender is told: https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
export interface RateLimit {
  pauseSeconds: number
  /** Empty for all. */
  categories: Category[]
  scope: 'key' | 'project' | 'organization'
  reason: string
}
