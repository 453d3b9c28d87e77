import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { type Build, buildOfScript, buildsOf } from '#server/processing/source-maps/builds.ts'
import {
  type FoundSource,
  type FrameSource,
  withSources,
} from '#server/processing/source-maps/frame-sources.ts'
import { listScriptFrames, scriptOf } from '#server/processing/source-maps/script-frames.ts'
import type { MapStacks, StackMapping } from '#server/processing/source-maps/stack-mapping.ts'
import { type Stacks, stacksKey, stacksOf, withStacks } from '#server/processing/source-maps/stacks.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { UsedArtifact } from '#server/store/sourcemaps/find-map.ts'
import type { FoundSources } from '#server/store/sourcemaps/find-sources.ts'
import { mappedLimits } from '#server/store/sourcemaps/mapped-limits.ts'

/** Finds the sources of an event's frames; undefined if they are not available now. */
export type FindNow = (
  event: NormalizedEvent,
  projectId: number,
  frames: readonly NormalizedFrame[],
  key: string,
) => FoundSources | undefined

/** The stacks that came last, in characters. A storm of one stack is looked up once. */
const REMEMBERED_CHARACTERS = 8 * 1024 * 1024

/** What is the same for all events with equal stacks. */
interface MappedStacks {
  sent: Stacks
  /** Undefined where no frame has a source. */
  mapped: Stacks | undefined
  builds: Build[]
  waitingFor: Build[]
  usedArtifacts: UsedArtifact[]
}

/** Maps events by the sources that `find` returns, and caches the result for each stack. */
export function createStackMapping(find: FindNow) {
  const remembered = new LRUCache<string, MappedStacks>({ maxSize: REMEMBERED_CHARACTERS })

  function mapStacks(projectId: number, event: NormalizedEvent): MappedStacks | undefined {
    const text = stacksKey(event)
    const key = `${projectId} ${hash('sha1', text, 'base64')}`
    const known = remembered.get(key)
    if (known) return known
    const frames = listScriptFrames(event, mappedLimits.frames)
    const found = find(event, projectId, frames, key)
    if (!found) return undefined
    const mapped = toMappedStacks(event, frames, found)
    remembered.set(key, mapped, { size: SHARE_OF_CODE * text.length })
    return mapped
  }

  return {
    forget: () => remembered.clear(),
    of:
      (projectId: number, now: number): MapStacks =>
      (event) => {
        const stacks = hasScripts(event) ? mapStacks(projectId, event) : undefined
        return stacks
          ? toMapping(event, stacks, now)
          : { ...UNMAPPED, sent: event, waitingFor: buildsOf(event) }
      },
  }
}

/** A stack's text, the same with sources in it, and what both are read as. */
const SHARE_OF_CODE = 4

const UNMAPPED = { mapped: undefined, builds: [], usedArtifacts: [] }

function hasScripts({ platform }: NormalizedEvent): boolean {
  return platform === 'javascript' || platform === 'node'
}

function toMappedStacks(
  event: NormalizedEvent,
  frames: readonly NormalizedFrame[],
  { sources, usedArtifacts }: FoundSources,
): MappedStacks {
  const byFrame = new Map<NormalizedFrame, FrameSource>()
  const builds = new Set<Build>()
  for (const [index, frame] of frames.entries()) {
    const source = sources[index]
    if (source === undefined || 'reason' in source) continue
    byFrame.set(frame, withoutContext(source))
    builds.add(buildOfScript(event, scriptOf(frame)))
  }
  return {
    sent: stacksOf(event),
    mapped: byFrame.size === 0 ? undefined : stacksOf(withSources(event, byFrame)),
    builds: [...builds],
    waitingFor: buildsOf(event).filter((build) => !builds.has(build)),
    usedArtifacts,
  }
}

/** Nothing but the line itself counts while an event is processed. */
function withoutContext(source: FoundSource): FoundSource {
  const { context_line } = source.code
  return { ...source, code: context_line === undefined ? {} : { context_line } }
}

function toMapping(event: NormalizedEvent, stacks: MappedStacks, now: number): StackMapping {
  const { mapped, builds, waitingFor, usedArtifacts } = stacks
  return {
    ...{ builds, waitingFor },
    sent: withStacks(event, stacks.sent),
    mapped: mapped && withStacks(event, mapped),
    usedArtifacts: usedArtifacts.filter(({ usedAt }) => usedAt < now - DAY_MS).map(({ id }) => id),
  }
}
