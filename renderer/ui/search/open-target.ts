import { redirect } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { digestPath, eventPath, issuePath, tracePath } from '#renderer/paths.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'

/** Redirects when the whole search of a list is one id or digest. */
export async function openTarget(desk: LoaderContext['desk'], query = ''): Promise<void> {
  const text = query.trim()
  const target = await desk.search.findTarget(text)
  if (target?.kind === 'event') throw redirect(eventPath(target.issueId, target.eventId))
  if (target !== undefined) throw redirect(issuePath(target.issueId))
  // An id that belongs to no issue may belong to a trace.
  if (/^[0-9a-f]{32}$/i.test(text)) {
    const { spans, looseErrors } = await desk.traces.read(text)
    if (spans.length + looseErrors.length > 0) throw redirect(tracePath(text.toLowerCase()))
  }
  // A complete digest of ours that is unknown leads to its own page, which explains more than an empty search.
  const code = AS_SHOWN.exec(text)?.[1]
  if (code !== undefined && parseDigest(code)?.kind === 'whole') throw redirect(digestPath(code))
}

/**
 * Matches a digest as the error screen shows it. It must contain a digit, because a word such as
 * `transactions` has the same shape.
 */
const AS_SHOWN = /^(?:digest(?:\s*:)?\s+)?((?=\S*\d)\w{6}[-\u2010-\u2015\u2212]\w{6})[.,]?$/i
