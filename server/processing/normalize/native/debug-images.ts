import type { DebugImage } from '#server/processing/event.ts'
import { isObject, listOf, parseText, type Warnings } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'

/** A UUID with or without dashes, as https://github.com/tc39/ecma426/blob/main/proposals/debug-id.md allows. */
const DEBUG_ID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i

/**
 * The scripts of an event's stacks by debug id, which lead to their source maps, also to those that arrive later:
 * https://develop.sentry.dev/sdk/data-model/event-payloads/debugmeta/. Other images have no maps.
 */
export function parseDebugImages(given: unknown, warnings: Warnings): DebugImage[] | undefined {
  if (!isObject(given)) return undefined
  const images = listOf(given.images)
    .filter(isObject)
    .filter(({ type }) => type === 'sourcemap')
  if (images.length > limits.debugImages)
    warnings.add(`debug images: the first ${limits.debugImages} of ${images.length} were kept`)
  const read: DebugImage[] = []
  for (const image of images.slice(0, limits.debugImages)) {
    const debugId = parseDebugId(image.debug_id)
    const codeFile = parseText(image.code_file, limits.urlChars, 'the file of a debug image', warnings)
    if (debugId === undefined) warnings.add('debug images: one without a readable debug id was left out')
    else if (codeFile === undefined) warnings.add('debug images: one without a file was left out')
    else read.push({ type: 'sourcemap', code_file: codeFile, debug_id: debugId })
  }
  return read.length > 0 ? read : undefined
}

/** In one form, so that ids of tools that leave the dashes out equal those of the others. */
export function parseDebugId(given: unknown): string | undefined {
  const parts = typeof given === 'string' ? DEBUG_ID.exec(given) : null
  return parts?.slice(1).join('-').toLowerCase()
}
