import { type Build, parseReleaseBuild, parseScriptBuild } from '#server/processing/source-maps/builds.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, put, read, type Steps } from '#server/store/rows/steps.ts'
import { tableOf } from '#server/store/rows/table.ts'
import type { Occurrences } from '#server/writer/aggregates/delta.ts'

const WAITING = tableOf('waiting_stack')({
  key: ['project_id', 'build', 'grouping_id'],
  keep: ['event_row_id', 'state', 'created_at'],
})

const FIND_MAP = queryOf({ debug_id: 'text', project_id: 'integer' })<{ found: number }>(`
  select 1 as found from artifact
  where debug_id = :debug_id and project_id = :project_id and map_id is not null limit 1`)
const FIND_BUNDLE = queryOf({ project_id: 'integer', release: 'text', dist: 'text' })<{ found: number }>(`
  select 1 as found from artifact_bundle
  where project_id = :project_id and release = :release and dist is not distinct from :dist and state = 'ok' limit 1`)
const FIND_SCRIPT = queryOf({ project_id: 'integer', url: 'text' })<{ found: number }>(`
  select 1 as found from artifact
  where project_id = :project_id and url = :url and release is null and debug_id is null and kind = 'script' limit 1`)

/**
 * Remembers which grouping keys were made without the source maps of which builds: once the maps are there, their issues are
 * mapped. Where they came between processing and storing, or there was no time to use them, that is due at once.
 */
export function* rememberWaiting(occurrences: readonly Occurrences[]): Steps {
  const stacks = occurrences.flatMap(stacksOf)
  const known = yield* read(WAITING, stacks)
  const fresh = stacks.filter((_stack, place) => known[place] === undefined)
  const rows = []
  for (const stack of fresh) {
    const isDue = yield* isUploaded(stack.project_id, stack.build)
    rows.push({ ...stack, state: isDue ? 'due' : 'waiting' })
  }
  yield* put(WAITING, rows)
}

/** The stacks of an issue, each grouping key once per build. */
function stacksOf({ projectId, events }: Occurrences) {
  const stacks = events.flatMap(({ rowId, groupingId, event, receivedAt }) =>
    event.waitingFor.map((build) => ({
      ...{ project_id: projectId, build, grouping_id: groupingId },
      ...{ event_row_id: rowId, created_at: receivedAt },
    })),
  )
  const first = new Map<string, (typeof stacks)[number]>()
  for (const stack of stacks) {
    const name = `${stack.grouping_id} ${stack.build}`
    if (!first.has(name)) first.set(name, stack)
  }
  return [...first.values()]
}

function* isUploaded(project_id: number, build: Build): Steps<boolean> {
  const script = parseScriptBuild(build)
  const ofRelease = parseReleaseBuild(build)
  const [found = []] =
    script !== undefined
      ? yield* ask(FIND_SCRIPT, [{ project_id, url: script }])
      : ofRelease
        ? yield* ask(FIND_BUNDLE, [{ project_id, release: ofRelease.release, dist: ofRelease.dist }])
        : yield* ask(FIND_MAP, [{ debug_id: build, project_id }])
  return found.length > 0
}
