import { COMMAND } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'

/** The setting of a database whose desk has moved. It is of this database, and is never copied. */
export const MOVED_TO = 'moved.to'

export interface Moved {
  /** The place, without a password. */
  to: string
  /** Milliseconds since the epoch. */
  at: number
}

export function formatMoved({ to, at }: Moved): string {
  return JSON.stringify({ to, at })
}

export function parseMoved(value: string): Moved {
  return JSON.parse(value) as Moved // only `formatMoved()` writes it
}

/** What the audit log of a target says of the move: values of `at, actor, action, target, details`. */
export function auditOfMove({ from, to, at }: Moved & { from: string }): [number, ...string[]] {
  return [at, COMMAND.actor, 'desk.move' satisfies AuditAction, to, JSON.stringify({ from })]
}

/** An address of a database as it may be shown and stored. */
export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1…')
}
