import { DAY_MS } from '#server/protocol/time.ts'

export interface DemoRelease {
  version: string
  /** Days before now. */
  deployedDaysAgo: number
  /** The commit that it was made of. */
  ref: string
  /** Of a hundred sessions. */
  crashes: number
}

/** Oldest first. 2.5.0 brings an error back and a new one; 2.5.1 mends most of it. */
export const RELEASES: readonly DemoRelease[] = [
  { version: 'shop@2.3.2', deployedDaysAgo: 14, ref: '8c1f0d2', crashes: 0.5 },
  { version: 'shop@2.4.0', deployedDaysAgo: 9.2, ref: '41be9a7', crashes: 0.8 },
  { version: 'shop@2.4.1', deployedDaysAgo: 6.1, ref: 'd07c5e3', crashes: 0.3 },
  { version: 'shop@2.5.0', deployedDaysAgo: 1.9, ref: '5ea2b90', crashes: 2.4 },
  { version: 'shop@2.5.1', deployedDaysAgo: 0.16, ref: 'f3391c8', crashes: 0.4 },
]

/** What ran at a time. */
export function releaseAt(at: number, now: number): DemoRelease {
  const first = RELEASES[0] ?? { version: '', deployedDaysAgo: 0, ref: '', crashes: 0 }
  return RELEASES.findLast(({ deployedDaysAgo }) => at >= now - deployedDaysAgo * DAY_MS) ?? first
}
