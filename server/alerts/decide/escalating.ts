import type { Transaction } from 'kysely'
import { compose, composeOccurrences, type Telling } from '#server/alerts/compose/compose.ts'
import { type LatestEvents, readLatestEvents } from '#server/alerts/compose/latest-events.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import {
  type DueEscalation,
  type EscalationTable,
  listDueEscalations,
  listUncared,
} from '#server/store/acknowledging/escalations.ts'
import { listUncaredSubjects } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import { type DueOccurrence, listDueOccurrences } from '#server/store/acknowledging/occurrence-escalations.ts'
import { addItems } from '#server/store/alerts/collecting.ts'
import { addOccurrences } from '#server/store/alerts/occurrences/collected.ts'
import { listByIds, type ToldIssue } from '#server/store/alerts/told-issues.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { listProjectNames } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** At least one of one rule and project, all at the same step. */
export type Waiting<Due> = readonly [Due, ...Due[]]

/** What waits for somebody: issues, or all else. */
export interface Escalating<Due> {
  table: EscalationTable
  listDue(trx: Transaction<Database>, now: number, limit: number): Promise<Due[]>
  /** Those that nobody takes care of, and that are not over. */
  filterUncared(trx: Transaction<Database>, due: readonly Due[], now: number): Promise<Due[]>
  compose(
    trx: Transaction<Database>,
    waiting: Waiting<Due>,
    told: { telling: Omit<Telling, 'count'>; publicUrl: string },
  ): Promise<AlertMessage | undefined>
  /** Notes what the message is about, and what was told where it has a history. */
  note(
    trx: Transaction<Database>,
    messageId: number,
    noted: { waiting: Waiting<Due>; now: number; data: { rule: string; channels: string[]; step: number } },
  ): Promise<void>
}

const MOST_SHOWN = 5

export const ISSUES: Escalating<DueEscalation> = {
  table: 'escalation',
  listDue: listDueEscalations,
  async filterUncared(trx, due) {
    const uncared = await listUncared(
      trx,
      due.map(({ issueId }) => issueId),
    )
    return due.filter(({ issueId }) => uncared.has(issueId))
  },
  async compose(trx, waiting, { telling, publicUrl }) {
    const ids = waiting.map(({ issueId }) => issueId)
    // The largest first.
    const [first, ...others] = (await listByIds(trx, ids)).toSorted(
      (one, other) => other.events - one.events || one.id - other.id,
    )
    if (first === undefined) return undefined
    const issues: [ToldIssue, ...ToldIssue[]] = [first, ...others.slice(0, MOST_SHOWN - 1)]
    const latest: LatestEvents = new Map()
    await readLatestEvents(
      trx,
      issues.map(({ id }) => id),
      { known: latest, publicUrl },
    )
    return compose({ ...telling, issues, latest, count: waiting.length }, publicUrl)
  },
  async note(trx, messageId, { waiting, now, data }) {
    await addItems(
      trx,
      waiting.map(({ issueId }) => ({ messageId, issueId, at: now })),
    )
    const entry = { kind: 'alerted' as const, data }
    const lines = waiting.map(({ projectId, issueId }) => ({ projectId, issueId, entry }))
    await recordActivities(trx, lines, { actor: undefined, now })
  },
}

export const OCCURRENCES: Escalating<DueOccurrence> = {
  table: 'occurrence_escalation',
  listDue: listDueOccurrences,
  async filterUncared(trx, due, now) {
    const subjects = due.map(({ subject }) => subject)
    const uncared = await listUncaredSubjects(trx, subjects, now)
    return due.filter(({ subject }) => uncared.has(subject))
  },
  async compose(trx, [first, ...others], { telling, publicUrl }) {
    const project = (await listProjectNames(trx, [first.projectId])).get(first.projectId)
    if (project === undefined) return undefined
    const shown = others.slice(0, MOST_SHOWN - 1).map(({ occurrence }) => occurrence)
    const told = { ...telling, project, count: 1 + others.length }
    return composeOccurrences({ ...told, occurrences: [first.occurrence, ...shown] }, publicUrl)
  },
  async note(trx, messageId, { waiting, now }) {
    const added = waiting.map(({ occurrence }) => ({ messageId, occurrence }))
    await addOccurrences(trx, added, now)
  },
}
