/** What a sender is told: https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
export interface RateLimit {
  pauseSeconds: number
  /** As SDKs call them, which have more names than we count by. Empty for all. */
  categories: string[]
  scope: 'key' | 'project' | 'organization'
  reason: string
}
