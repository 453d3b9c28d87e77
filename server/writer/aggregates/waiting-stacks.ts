import type { DatabaseSync } from 'node:sqlite'
import { type Build, parseReleaseBuild, parseScriptBuild } from '#server/processing/source-maps/builds.ts'
import type { Consequence } from './delta.ts'

/**
 * Remembers which grouping keys were made without the source maps of which builds: once the maps are there, their issues are
 * mapped. Where they came between processing and storing, or there was no time to use them, that is due at once.
 */
export function createWaitingStacks(connection: DatabaseSync): Consequence {
  const isKnown = connection.prepare(
    'select 1 from waiting_stack where project_id = ? and build = ? and grouping_id = ?',
  )
  const insert = connection.prepare(`
    insert into waiting_stack (project_id, build, grouping_id, event_row_id, state, created_at)
    values (?, ?, ?, ?, ?, ?)`)
  const findMap = connection.prepare(
    'select 1 from artifact where debug_id = ? and project_id = ? and map_id is not null limit 1',
  )
  const findBundle = connection.prepare(`
    select 1 from artifact_bundle
    where project_id = ? and release = ? and dist is not distinct from ? and state = 'ok' limit 1`)

  const findScript = connection.prepare(`
    select 1 from artifact
    where project_id = ? and url = ? and release is null and debug_id is null and kind = 'script' limit 1`)

  function isUploaded(projectId: number, build: Build): boolean {
    const script = parseScriptBuild(build)
    if (script !== undefined) return findScript.get(projectId, script) !== undefined
    const ofRelease = parseReleaseBuild(build)
    const found = ofRelease
      ? findBundle.get(projectId, ofRelease.release, ofRelease.dist)
      : findMap.get(build, projectId)
    return found !== undefined
  }

  return (occurrences) => {
    for (const { projectId, events } of occurrences) {
      const seen = new Set<string>()
      for (const { rowId, groupingId, event, receivedAt } of events) {
        for (const build of event.waitingFor) {
          const name = `${groupingId} ${build}`
          if (seen.has(name)) continue
          seen.add(name)
          if (isKnown.get(projectId, build, groupingId) !== undefined) continue
          const state = isUploaded(projectId, build) ? 'due' : 'waiting'
          insert.run(projectId, build, groupingId, rowId, state, receivedAt)
        }
      }
    }
  }
}
