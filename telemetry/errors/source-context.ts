import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { limits } from '../limits.ts'
import type { TelemetryEvent } from './event.ts'
import type { StackFrame } from './thrown/stacktrace.ts'

interface CachedFile {
  lines: string[]
  sizeBytes: number
  modifiedMs: number
}

/**
 * Adds the source lines around each frame's line. Only source files below `root` are read, because anybody
 * can write a stack and must not choose which files of this machine get reported.
 */
export function createSourceContext(root: string): (event: TelemetryEvent) => Promise<TelemetryEvent> {
  const readLines = createLineReader()
  const addTo = async (frame: StackFrame): Promise<StackFrame> => {
    const path = frame.abs_path
    if (path === undefined || frame.lineno === undefined || !isSource(root, path)) return frame
    return withLines(frame, frame.lineno, await readLines(path))
  }
  return async (event) => {
    const values = await Promise.all(
      (event.exception?.values ?? []).map(async (exception) => {
        if (!exception.stacktrace) return exception
        const frames = await Promise.all(exception.stacktrace.frames.map(addTo))
        return { ...exception, stacktrace: { frames } }
      }),
    )
    return values.length > 0 ? { ...event, exception: { values } } : event
  }
}

function isSource(root: string, path: string): boolean {
  if (!isAbsolute(path) || !/\.[cm]?[jt]sx?$/.test(path)) return false
  const below = relative(root, path)
  return below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..'
}

function withLines(frame: StackFrame, lineno: number, lines: string[] | undefined): StackFrame {
  const line = lines?.[lineno - 1]
  if (!lines || line === undefined) return frame
  const cut = (text: string): string => text.slice(0, limits.lineLength)
  return {
    ...frame,
    pre_context: lines.slice(Math.max(0, lineno - 1 - limits.contextLines), lineno - 1).map(cut),
    context_line: cut(line),
    post_context: lines.slice(lineno, lineno + limits.contextLines).map(cut),
  }
}

/** Caches recently used files, and reads a file again when it has changed. */
function createLineReader(): (path: string) => Promise<string[] | undefined> {
  const cache = new Map<string, CachedFile>()
  const reading = new Map<string, Promise<string[] | undefined>>()

  const read = async (path: string): Promise<string[] | undefined> => {
    // `isFile` comes first, because opening a pipe or a device could block for ever.
    const { size, mtimeMs, ...found } = await describeFile(path)
    if (!found.isFile || size > limits.sourceFileBytes) return undefined
    const cached = cache.get(path)
    cache.delete(path)
    const isFresh = cached?.modifiedMs === mtimeMs && cached.sizeBytes === size
    const lines = cached && isFresh ? cached.lines : (await readFile(path, 'utf8')).split(/\r?\n/)
    cache.set(path, { lines, sizeBytes: size, modifiedMs: mtimeMs })
    evict(cache)
    return lines
  }

  return (path) => {
    const work =
      reading.get(path) ??
      read(path)
        .catch(() => undefined) // A file that is gone has no lines to show.
        .finally(() => reading.delete(path))
    reading.set(path, work)
    return work
  }
}

async function describeFile(path: string): Promise<{ isFile: boolean; size: number; mtimeMs: number }> {
  const stats = await stat(path)
  return { isFile: stats.isFile(), size: stats.size, mtimeMs: stats.mtimeMs }
}

/** A map keeps its order of insertion, so the first file is the least recently used. */
function evict(cache: Map<string, CachedFile>): void {
  let bytes = [...cache.values()].reduce((sum, file) => sum + file.sizeBytes, 0)
  for (const [path, file] of cache) {
    if (cache.size <= limits.sourceCacheFiles && bytes <= limits.sourceCacheBytes) return
    cache.delete(path)
    bytes -= file.sizeBytes
  }
}
