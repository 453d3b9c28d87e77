import { tell } from '#server/alerts/decide/tell.ts'
import { type News, ofCheck } from '#server/alerts/occurrences/check.ts'
import type { CheckAnswer } from '#server/models/uptime/checks.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { CERTIFICATE_WARNING_MS } from '#server/store/alerts/occurrences/is-over.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listProjectNames } from '#server/store/projects/projects.ts'
import { beginIncident, endIncident } from '#server/store/uptime/incidents.ts'
import { insertResult } from '#server/store/uptime/results.ts'
import { type CheckTurn, endTurn, isAnyCheckDue, leaseChecks } from '#server/store/uptime/turns.ts'
import type { Probe } from '#server/uptime/probe/probe.ts'
import { judge, type Verdict } from './verdict.ts'

export interface TellingOptions {
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** Gives the key of each message. */
  newKey: () => string
}

export interface RunnerOptions extends TellingOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  probe: Probe
  onFailure: (thrown: unknown) => void
  /** Aborted when the process stops: what is being asked then is asked again by another one, or later. */
  stop: AbortSignal
}

export interface Runner {
  /** Begins what is due, as far as there is room, and says how many; it does not wait for answers. */
  begin(): Promise<number>
  /** Resolves when all that was begun has been answered and stored. */
  settle(): Promise<void>
}

const AT_ONCE = 10
const PER_HOST = 2
/** Longer than any request takes: whoever has not told the answer by then is gone, and another process asks. */
const LEASE_MS = MINUTE_MS

/** Makes what asks checks that are due, each by one process at a time. */
export function createRunner(options: RunnerOptions): Runner {
  const { store, clock, onFailure } = options
  const running = new Map<Promise<void>, string>()

  function makeRoom(): (url: string) => boolean {
    const hosts = [...running.values()]
    return (url) => {
      const host = hostOf(url)
      const isFree = hosts.length < AT_ONCE && hosts.filter((other) => other === host).length < PER_HOST
      if (isFree) hosts.push(host)
      return isFree
    }
  }

  function start(turn: CheckTurn): void {
    const asked = askOne(turn, options)
      .catch(onFailure) // the turn ends by itself, and the check is asked again
      .finally(() => running.delete(asked))
    running.set(asked, hostOf(turn.target.url))
  }

  return {
    async begin() {
      const now = clock()
      if (running.size >= AT_ONCE || !(await isAnyCheckDue(store.db, now))) return 0
      const lease = { now, until: now + LEASE_MS, mayTake: makeRoom() }
      const turns = await store.writeInTurn((trx) => leaseChecks(trx, lease), 'alerts')
      for (const turn of turns) start(turn)
      return turns.length
    },
    async settle() {
      await Promise.all(running.keys())
    },
  }
}

async function askOne(turn: CheckTurn, options: RunnerOptions): Promise<void> {
  const { store, clock, probe, stop } = options
  const answer = await probe(turn.target, stop)
  if (stop.aborted) return
  await store.writeInTurn(async (trx) => {
    const now = clock()
    const verdict = judge(turn, answer.isUp, now)
    const { counts, incident, nextAt, suspectedAt } = verdict
    const certificate = warnOf(turn, answer, now)
    const ended = {
      checkedAt: now,
      nextAt,
      suspectedAt,
      ...certificate,
      change: changeOf(turn, verdict, now),
    }
    if (!(await endTurn(trx, turn, ended))) return
    const of = { projectId: turn.projectId, checkId: turn.id }
    if (counts) await insertResult(trx, { ...of, at: now, tries: counts.tries, answer })
    if (incident === 'ended') await endIncident(trx, turn.id, { now, by: 'recovered' })
    else if (incident) await beginIncident(trx, { ...of, began: incident.began, reason: answer.reason ?? '' })
    const news = newsOf(turn, { answer, verdict, certificateTold: certificate.certificateTold })
    if (news.length === 0) return
    const project = (await listProjectNames(trx, [turn.projectId])).get(turn.projectId)
    const said = { projectSlug: project?.slug ?? '', publicUrl: options.publicUrl, now }
    await tell(
      trx,
      news.map((each) => ofCheck(turn, each, said)),
      { now, newKey: options.newKey },
    )
  }, 'alerts')
}

function newsOf(
  turn: CheckTurn,
  {
    answer,
    verdict,
    certificateTold,
  }: { answer: CheckAnswer; verdict: Verdict; certificateTold: number | null },
): News[] {
  const { incident } = verdict
  const isWarned = certificateTold !== null && certificateTold !== turn.certificateTold
  return [
    ...(incident === 'ended' ? [{ kind: 'up' as const }] : []),
    ...(typeof incident === 'object' ? [{ kind: 'down' as const, reason: answer.reason ?? '' }] : []),
    ...(isWarned ? [{ kind: 'certificate' as const, endsAt: certificateTold }] : []),
  ]
}

function changeOf({ state }: CheckTurn, { counts, incident }: Verdict, now: number) {
  if (counts === undefined) return undefined
  const next = counts.isUp ? ('up' as const) : ('down' as const)
  if (next === state) return undefined
  return { state: next, since: typeof incident === 'object' ? incident.began : now }
}

/** Whether somebody is to hear that a certificate ends soon: once for each certificate. */
function warnOf({ certificateTold }: CheckTurn, { certificateEndsAt }: CheckAnswer, now: number) {
  const isSoon = certificateEndsAt !== undefined && certificateEndsAt - now < CERTIFICATE_WARNING_MS
  return {
    certificateEndsAt: certificateEndsAt ?? null,
    certificateTold: isSoon ? certificateEndsAt : certificateTold,
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
