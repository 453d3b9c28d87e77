import type { AnrMechanism, SessionHealth } from '#server/processing/record.ts'

export interface SessionChange {
  projectId: number
  release: string
  environment: string
  /** Milliseconds since the epoch. */
  startedAt: number
  health: SessionHealth
  /** Less than zero takes away what was counted before. */
  quantity: number
  /** This is our clock's time: a release is seen when its sessions arrive. */
  receivedAt: number
  /** Whose they are; null when nobody says. */
  userHash: number | null
  /** It is left out where the app responded, and by a desk that is older than this field and shares the database. */
  anr?: AnrMechanism
}
