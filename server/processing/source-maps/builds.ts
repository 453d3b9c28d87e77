import type { NormalizedEvent } from '#server/processing/event.ts'
import { isOfScript, scriptOf } from './script-frames.ts'

/**
 * A build is what one upload of source maps explains: a script by its debug id, or all scripts of a release and dist. Frames
 * as sent say the same over builds by chance only, since minifiers give out the same names again.
 */
export type Build = string

/** The SDK sends the ids of a stack's scripts; more than these are of chunks far from the failure. */
const MOST_BUILDS = 8

/** The builds that an event's stacks are of; none where no source map can be found for it. */
export function buildsOf(event: NormalizedEvent): Build[] {
  const ids = new Set(event.debug_images?.map(({ debug_id }) => debug_id))
  const builds = [...ids].slice(0, MOST_BUILDS)
  const script = innermostScriptOf(event)
  const ofRelease = script === undefined ? undefined : buildOfScript(event, script)
  return ofRelease === undefined || builds.includes(ofRelease) ? builds : [...builds, ofRelease]
}

type Uploaded = Pick<NormalizedEvent, 'debug_images' | 'release' | 'dist'>

/** The build that a script is of: undefined where the event says neither its debug id nor a release. */
export function buildOfScript({ debug_images, release, dist }: Uploaded, script: string): Build | undefined {
  const image = debug_images?.find(({ code_file }) => code_file === script)
  if (image) return image.debug_id
  return release === undefined ? undefined : releaseBuild(release, dist ?? null)
}

export function releaseBuild(release: string, dist: string | null): Build {
  return `release ${JSON.stringify([release, dist])}`
}

/** The release and dist of a build that has no debug id. */
export function parseReleaseBuild(build: Build): { release: string; dist: string | null } | undefined {
  if (!build.startsWith('release ')) return undefined
  const [release, dist] = JSON.parse(build.slice('release '.length)) as [string, string | null] // written above
  return { release, dist }
}

function innermostScriptOf({ platform, exception, threads = [] }: NormalizedEvent): string | undefined {
  if (platform !== 'javascript' && platform !== 'node') return undefined
  const stack = exception.values.at(-1)?.stacktrace ?? threads[0]?.stacktrace
  const frame = stack?.frames.findLast((one) => isOfScript(one, platform))
  return frame && scriptOf(frame)
}
