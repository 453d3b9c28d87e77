import { DAY_MS, HOUR_MS, SECOND_MS } from '#server/protocol/time.ts'
import { isAnyCollected } from '#server/store/alerts/collecting.ts'
import { isAnyDue } from '#server/store/alerts/happenings.ts'
import { deleteEnded } from '#server/store/alerts/messages.ts'
import { deleteTold } from '#server/store/alerts/told.ts'
import { isAnyNotice } from '#server/store/notifications/notices.ts'
import { discardOfEndedBrowsers } from '#server/store/notifications/push-browsers.ts'
import { closeSlice, readAhead } from './decide/close.ts'
import { decideSlice } from './decide/decide.ts'
import { escalateSlice, isAnyStepDue } from './decide/escalate.ts'
import { LOOK_EVERY_MS, lookAtCounts } from './decide/look.ts'
import { acknowledgeIncidents, endIncidents } from './incidents/end-incidents.ts'
import { lookAtMeasures } from './measures/look-at-measures.ts'
import { lookAtMonitors } from './monitors/look-at-monitors.ts'
import { decidePeople } from './people/decide-people.ts'
import { tellDigests } from './people/tell-digests.ts'
import { tellPeople } from './people/tell-people.ts'
import { type SenderOptions, sendSlice } from './sending/sender.ts'

export interface AlertsOptions extends SenderOptions {
  /** Where links lead: the desk's address. */
  publicUrl: string
  newKey: () => string
  /** Free bytes of the disk that fills up; infinite if another machine has it. */
  readFreeBytes?: (() => Promise<number>) | undefined
}

export interface Alerts {
  /** Decides, and sends, what is due. True while there is more to do. */
  runOnce(): Promise<boolean>
  /** Resolves when what is being sent has been answered. */
  close(): Promise<void>
}

/** The pause between two looks; a message leaves so late at most. */
const LOOK_PAUSE_MS = SECOND_MS
/** Messages, with their tries, are kept so long after they were sent. */
const KEPT_MS = 30 * DAY_MS
const SWEEP_EVERY_MS = HOUR_MS
const SWEEP = 500

/** The pause between two slices, in which the writer has its turn. */
const SLICE_PAUSE_MS = 25

/**
 * Starts what tells people. Every process does this: what is decided and what is sent are each taken away in a transaction, so
 * none does what another one did.
 */
export function startAlerts(options: AlertsOptions): Alerts {
  const { onFailure } = options
  const run = createRun(options)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function runSafely(): Promise<boolean> {
    try {
      return await run()
    } catch (thrown) {
      onFailure(thrown) // the next look tries it again
      return false
    }
  }

  function runAfter(delayMs: number): void {
    timer = setTimeout(() => {
      running = runSafely().then((hasMore) => {
        if (!isClosed) runAfter(hasMore ? SLICE_PAUSE_MS : LOOK_PAUSE_MS)
      })
    }, delayMs).unref()
  }

  runAfter(LOOK_PAUSE_MS)
  return {
    runOnce: run,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** @internal Tests run it by hand. */
export function createRun(options: AlertsOptions): () => Promise<boolean> {
  const { store, clock, publicUrl, newKey, tools } = options
  const { readFreeBytes = async () => Number.POSITIVE_INFINITY } = options
  let lookedAt = Number.NEGATIVE_INFINITY
  let sweptAt = Number.NEGATIVE_INFINITY

  async function decide(now: number): Promise<boolean> {
    if (!(await isAnyDue(store.db, now))) return false
    return store.writeInTurn((trx) => decideSlice(trx, { now, newKey }), 'alerts')
  }

  async function look(now: number): Promise<void> {
    if (Math.abs(now - lookedAt) < LOOK_EVERY_MS) return // a clock that was set back must not wait until it has caught up
    lookedAt = now
    await lookAtCounts(store, { now, newKey })
    await lookAtMonitors(store, { now, newKey, publicUrl })
    await lookAtMeasures(store, { now, newKey, publicUrl, readFreeBytes })
    await acknowledgeIncidents(store, { now, newKey, publicUrl })
    await endIncidents(store, { now, newKey, publicUrl })
  }

  async function sweep(now: number): Promise<void> {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    await store.writeInTurn(async (trx) => {
      await deleteEnded(trx, now - KEPT_MS, SWEEP)
      await deleteTold(trx, now - KEPT_MS)
      await discardOfEndedBrowsers(trx, now)
    }, 'alerts')
  }

  async function decideForPeople(now: number): Promise<boolean> {
    if (!(await isAnyNotice(store.db))) return false
    return store.writeInTurn((trx) => decidePeople(trx, now), 'alerts')
  }

  async function escalate(now: number): Promise<boolean> {
    if (!(await isAnyStepDue(store.db, now))) return false
    return store.writeInTurn((trx) => escalateSlice(trx, { now, newKey, publicUrl }), 'alerts')
  }

  async function close(now: number): Promise<boolean> {
    if (!(await isAnyCollected(store.db, now))) return false
    const latest = await readAhead(store.db, { now, publicUrl })
    return store.writeInTurn((trx) => closeSlice(trx, { now, publicUrl, latest }), 'alerts')
  }

  return async () => {
    const now = clock()
    const hasMore = await decide(now)
    await look(now)
    const hasNotices = await decideForPeople(now)
    const hasSteps = await escalate(now)
    const hasMessages = await close(now)
    const moment = { now, newKey, publicUrl, hasMail: tools.mail !== undefined }
    const hasPeople = await tellPeople(store, moment)
    const hasDigests = await tellDigests(store, moment)
    const hasSent = await sendSlice(options)
    await sweep(now)
    const hasToldPeople = hasPeople || hasDigests
    return hasMore || hasNotices || hasSteps || hasMessages || hasToldPeople || hasSent
  }
}
