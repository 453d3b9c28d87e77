import type { Delta, Occurrences } from '#server/writer/aggregates/delta.ts'

type Lists = Omit<Delta, 'format'>

/** Splits a delta by the shards of its projects. Uses of uploads have no project, and go with the first part. */
export function splitDelta(delta: Delta, shardOf: (projectId: number) => number): Map<number, Delta> {
  const parts = new Map<number, Delta>()
  const partOf = (shard: number): Delta => {
    const part = parts.get(shard) ?? emptyDelta()
    parts.set(shard, part)
    return part
  }
  for (const { projectId } of delta.occurrences.slice(0, 1)) {
    partOf(shardOf(projectId)).usedArtifacts = delta.usedArtifacts
  }
  for (const each of delta.occurrences) partOf(shardOf(each.projectId)).occurrences.push(each)
  for (const each of delta.issues) partOf(shardOf(each.projectId)).issues.push(each)
  for (const each of delta.samples) partOf(shardOf(each.projectId)).samples.push(each)
  for (const each of delta.logs) partOf(shardOf(each.projectId)).logs.push(each)
  for (const each of delta.sessions) partOf(shardOf(each.projectId)).sessions.push(each)
  for (const each of delta.outcomes) partOf(shardOf(each.projectId)).outcomes.push(each)
  for (const each of delta.stored) partOf(shardOf(each.projectId)).stored.push(each)
  return parts
}

/** Joins deltas, in order, into one. */
export function joinDeltas(deltas: readonly Delta[]): Delta {
  const joined = emptyDelta()
  for (const delta of deltas) {
    for (const list of LISTS) append(joined, delta, list)
  }
  return { ...joined, occurrences: joinOccurrences(deltas.flatMap(({ occurrences }) => occurrences)) }
}

const LISTS = ['issues', 'usedArtifacts', 'samples', 'logs', 'sessions', 'outcomes', 'stored'] as const

function append<Name extends (typeof LISTS)[number]>(joined: Delta, delta: Delta, name: Name): void {
  const list: Lists[Name][number][] = joined[name]
  for (const each of delta[name]) list.push(each)
}

/** Joins the occurrences of each issue. */
function joinOccurrences(all: readonly Occurrences[]): Occurrences[] {
  const byIssue = new Map<number, Occurrences>()
  for (const each of all) {
    const known = byIssue.get(each.issueId)
    if (known === undefined) byIssue.set(each.issueId, { ...each, events: [...each.events] })
    else {
      known.isNew ||= each.isNew
      for (const event of each.events) known.events.push(event)
    }
  }
  return [...byIssue.values()]
}

export function isEmptyDelta({ format: _format, ...lists }: Delta): boolean {
  return Object.values(lists).every((list) => list.length === 0)
}

function emptyDelta(): Delta {
  return {
    ...{ format: 1, occurrences: [], issues: [], usedArtifacts: [], samples: [] },
    ...{ logs: [], sessions: [], outcomes: [], stored: [] },
  }
}
