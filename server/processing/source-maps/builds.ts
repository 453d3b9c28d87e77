import type { NormalizedEvent } from '#server/processing/event.ts'
import { bareUrl } from './artifact-urls.ts'
import { isOfScript, scriptOf } from './script-frames.ts'

/**
 * A build is what one upload of source maps explains: a script by its debug id, all scripts of a release and dist, or a script
 * by its address, where an event says no more. Frames as sent say the same over builds by chance only, since minifiers give
 * out the same names again.
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

/** The build that a script is of. */
export function buildOfScript({ debug_images, release, dist }: Uploaded, script: string): Build {
  const image = debug_images?.find(({ code_file }) => code_file === script)
  if (image) return image.debug_id
  return release === undefined ? scriptBuild(script) : releaseBuild(release, dist ?? null)
}

const BY_ADDRESS = 'script '

/** The build of a script that was uploaded without a debug id and without a release. */
export function scriptBuild(script: string): Build {
  return `${BY_ADDRESS}${bareUrl(script)}`
}

/** The address of a script whose build says nothing else. */
export function parseScriptBuild(build: Build): string | undefined {
  return build.startsWith(BY_ADDRESS) ? build.slice(BY_ADDRESS.length) : undefined
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

function innermostScriptOf(event: NormalizedEvent): string | undefined {
  const { platform, exception, threads = [] } = event
  if (platform !== 'javascript' && platform !== 'node') return undefined
  const stack = exception.values.at(-1)?.stacktrace ?? threads[0]?.stacktrace
  const frame = stack?.frames.findLast((one) => isOfScript(one, event))
  return frame && scriptOf(frame)
}
