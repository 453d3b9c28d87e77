import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import { tagsOf } from '#server/processing/tags.ts'

/** What rules are held against. Texts are in lower case, but for the files that CODEOWNERS is compared with. */
export interface EventTexts {
  paths: readonly string[]
  files: readonly string[]
  modules: readonly string[]
  url: string | undefined
  /** It is made when a rule asks for it. */
  tags(): ReadonlyMap<string, string>
}

/** Looked at in all stacks of an event. */
const MOST_FRAMES = 100
const LONGEST = 1_000

export function textsOf(event: NormalizedEvent): EventTexts {
  const frames = framesOf(event)
  let tags: ReadonlyMap<string, string> | undefined
  return {
    paths: distinct(
      frames.flatMap(({ filename, abs_path }) => [filename, filename && inProject(filename), abs_path]),
    ).map(lower),
    files: distinct(frames.map(({ filename, abs_path }) => inProject(filename ?? abs_path ?? ''))),
    modules: distinct(frames.map(({ module }) => module)).map(lower),
    url: event.request?.url?.slice(0, LONGEST).toLowerCase(),
    tags: () => (tags ??= tagsOf(event)),
  }
}

/** In-app frames, the innermost first; all of them where none is. Threads are for events without exceptions. */
function framesOf({ exception, threads = [] }: NormalizedEvent): NormalizedFrame[] {
  const ofExceptions = exception.values.toReversed().flatMap(({ stacktrace }) => stacktrace ?? [])
  const ofThreads = threads.slice(0, 1).flatMap(({ stacktrace }) => stacktrace ?? [])
  const stacks = ofExceptions.length > 0 ? ofExceptions : ofThreads
  const frames = stacks.flatMap((stack) => stack.frames.slice(-MOST_FRAMES).toReversed())
  const inApp = frames.filter(isOwnFrame)
  return (inApp.length > 0 ? inApp : frames).slice(0, MOST_FRAMES)
}

/** The file as its project names it, without what a bundler puts before it: `webpack:///./src/cart.ts`, `../src/cart.ts`. */
function inProject(file: string): string {
  return file
    .replaceAll('\\', '/')
    .replace(/^(?:webpack|webpack-internal|app|rollup|vite|file):\/\/\/?/, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
}

function distinct(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? [text.slice(0, LONGEST)] : [])))]
}

function lower(text: string): string {
  return text.toLowerCase()
}
