import type { Refusal } from '#server/models/refusal.ts'
import {
  type Acknowledgement,
  acknowledge,
  findAcknowledgement,
  takeBack,
} from '#server/store/acknowledging/acknowledgements.ts'
import { findCare } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Actor } from '#server/store/issues/activity.ts'

/** Who takes care of an issue, or of what fails. */
export interface DeskAcknowledging {
  /** By environment, of those whose failure somebody acknowledged. */
  listOfMonitor(
    monitorId: number,
    environments: readonly string[],
  ): Promise<(Acknowledgement & { environment: string })[]>
  /** Of a check that is down, or whose certificate ends. */
  findOfCheck(checkId: number): Promise<Acknowledgement | undefined>
  find(issueId: number): Promise<Acknowledgement | undefined>
  acknowledge(issueId: number): Promise<{ issueId: number } | Refusal>
  takeBack(issueId: number): Promise<{ issueId: number } | Refusal>
}

interface Options {
  viewer: { id: number; email: string } | undefined
  clock: () => number
}

export function createDeskAcknowledging(store: Store, { viewer, clock }: Options): DeskAcknowledging {
  const actor: Actor = viewer && (viewer.id === 0 ? { name: viewer.email } : { accountId: viewer.id }) // tokens have no id here
  const who = viewer?.email ?? ''
  const isId = (issueId: number) => Number.isSafeInteger(issueId)
  return {
    async listOfMonitor(monitorId, environments) {
      const found = []
      for (const environment of environments) {
        const care = await findCare(store.db, `monitor:${monitorId}:${environment}`, clock())
        if (care !== undefined) found.push({ ...care, environment })
      }
      return found
    },
    async findOfCheck(checkId) {
      const care = (kind: string) => findCare(store.db, `${kind}:${checkId}`, clock())
      return (await care('uptime')) ?? care('certificate')
    },
    find: async (issueId) => (isId(issueId) ? findAcknowledgement(store.db, issueId) : undefined),
    async acknowledge(issueId) {
      const by = { actor, who, now: clock() }
      const isDone = isId(issueId) && (await store.write((trx) => acknowledge(trx, issueId, by)))
      if (isDone) return { issueId }
      return { refusal: 'Cannot acknowledge the issue: it is acknowledged already, or not open' }
    },
    async takeBack(issueId) {
      const by = { actor, now: clock() }
      const isDone = isId(issueId) && (await store.write((trx) => takeBack(trx, issueId, by)))
      return isDone ? { issueId } : { refusal: 'Cannot take it back: the issue is not acknowledged' }
    },
  }
}
