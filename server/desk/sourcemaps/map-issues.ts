import type { Transaction } from 'kysely'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import type { FrameMapping } from '#server/processing/frame-mapping.ts'
import { type Grouping, groupingOf } from '#server/processing/grouping/grouping.ts'
import { matchingRule, withRule } from '#server/processing/grouping/rules.ts'
import type { Title } from '#server/processing/title.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import { joinMappedIssues } from '#server/store/issues/changes/join-mapped.ts'
import { setMappedTitle } from '#server/store/issues/changes/mapped-title.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import type { Database } from '#server/store/schema/schema.ts'
import {
  addKey,
  type DueStack,
  findDueStack,
  findIssueOfKey,
  findStackEvent,
  settleStack,
} from '#server/store/sourcemaps/due-stacks.ts'
import { mapEvent, nameOf } from './map-event.ts'

interface MappingListeners {
  /** Called once a mapped issue is stored. */
  notify?: ((change: IssueChange) => void) | undefined
  /** Told of an event that cannot be read. Without it, the error is thrown. */
  report?: ((thrown: unknown) => void) | undefined
}

/**
 * Maps one issue whose events came before their source maps: by one event, whatever their number. The key of its sources
 * becomes another key of the issue, and its title that of its sources. What was done is noted in the same transaction, so that
 * after a crash it is done again or not at all. False if none was due.
 */
export async function mapDueIssue(
  store: Store,
  now: number,
  { notify, report }: MappingListeners = {},
): Promise<boolean> {
  const due = await findDueStack(store.db)
  if (due === undefined) return false
  const found = await readMapped(store, due).catch(async (thrown: unknown) => {
    await store.write((trx) => settleStack(trx, due)) // It would keep all others waiting.
    if (report === undefined) throw thrown
    report(thrown)
    return 'unreadable' as const
  })
  if (found === 'unreadable') return true
  const settle = (mayJoin: boolean) => (trx: Transaction<Database>) =>
    settleMapped(trx, due, { ...found, now, mayJoin })
  const issueIds =
    (await store.write(settle(false))) ?? (await store.writeAlone([due.projectId], settle(true))) ?? []
  if (issueIds.length > 0) notify?.({ kind: 'mapped', by: null, issueIds, projectIds: [due.projectId] })
  return true
}

/** Returns the issues that changed. Undefined, with nothing changed, if two of them turn out to be one and must not be joined. */
async function settleMapped(
  trx: Transaction<Database>,
  due: DueStack,
  { state, names, now, mayJoin }: Partial<ReadMapped> & { now: number; mayJoin: boolean },
): Promise<number[] | undefined> {
  const { projectId } = due
  const issueId = await findIssueOfKey(trx, projectId, due)
  const known = names && (await findIssueOfKey(trx, projectId, names.grouping))
  const isOther = issueId !== undefined && known !== undefined && known !== issueId
  if (isOther && !mayJoin) return undefined
  await settleStack(trx, due, state)
  if (names === undefined || issueId === undefined) return []
  const { grouping, sent, mapped } = names
  if (known === undefined) await addKey(trx, projectId, grouping, issueId)
  const kept = isOther ? await joinMappedIssues(trx, [issueId, known], now) : issueId
  await setMappedTitle(trx, { projectId, issueId: kept, sent, mapped })
  return isOther ? [issueId, known] : [issueId]
}

interface ReadMapped {
  state: 'mapped' | 'partly' | 'waiting'
  /** Undefined where none of its frames has a source. */
  names: { grouping: Grouping; sent: Title; mapped: Title } | undefined
}

/** Undefined where no event is left. */
async function readMapped({ db }: Store, due: DueStack): Promise<ReadMapped | undefined> {
  if (causeKeyOf(due.key) !== undefined) return undefined // An echo is grouped by its cause, whatever its frames say.
  const place = await findStackEvent(db, due)
  const event = place && (await findPayload(db, place))
  if (event === undefined) return undefined
  const { payload } = await mapEvent(db, due.projectId, event)
  const mappings = listMappings(payload)
  const isMapped = mappings.some((one) => one.isMapped)
  if (!isMapped) return { state: mappings.length > 0 ? 'waiting' : 'mapped', names: undefined }
  const { grouping } = await getProjectSettings(db, due.projectId)
  return {
    state: mappings.every((one) => one.isMapped) ? 'mapped' : 'partly',
    names: { ...nameMapped(payload, grouping.rules), sent: nameOf(event) },
  }
}

function listMappings({ exception, threads = [] }: NormalizedEvent): FrameMapping[] {
  return [...exception.values, ...threads].flatMap(
    ({ stacktrace }) => stacktrace?.frames.flatMap(({ mapping }) => mapping ?? []) ?? [],
  )
}

/** A rule of the project may name a source; otherwise the one that the event met counts. */
function nameMapped(payload: NormalizedEvent, rules: readonly GroupingRule[] | undefined) {
  const rule = matchingRule(payload, rules)
  const ruled = rule === undefined || rule.drop ? payload : withRule(payload, rule)
  return { grouping: groupingOf(ruled), mapped: nameOf(ruled) }
}
