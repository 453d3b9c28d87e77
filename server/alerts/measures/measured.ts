import type { Kysely } from 'kysely'
import type { MeasuredHappening, Threshold } from '#server/models/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A value that a rule looks at, now. */
export interface Measured {
  projectId: number
  /** Names it among those of its rule. */
  key: string
  /** One line: the release, the route or the project. */
  name: string
  /** One sentence with the numbers. */
  detail: string
  /** What the message begins with: "Crash-free rate is low". */
  beginning: string
  release?: string
  /** A path of the desk. */
  path: string
  /** Whether the rule's limit is reached. */
  isReached: boolean
  /** Whether it is so far from the limit that it is over. Between both, it stays as it was. */
  isOver: boolean
}

export interface MeasuredProject {
  id: number
  slug: string
  name: string
}

export interface Measuring {
  db: Kysely<Database>
  happening: MeasuredHappening
  threshold: Threshold
  projects: readonly MeasuredProject[]
  now: number
  /** Free bytes of the disk that fills up; infinite where another machine has it. */
  readFreeBytes: () => Promise<number>
}

export function formatPercent(percent: number): string {
  return `${Number(percent.toFixed(2))} %`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
