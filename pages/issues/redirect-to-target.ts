import { redirect } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { digestPath, tracePath } from '#renderer/paths.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'

/** What names no issue may be a trace; and a whole digest of ours is never a mere word: its guide says more. */
export async function redirectToTarget(desk: LoaderContext['desk'], query = ''): Promise<void> {
  const text = query.trim()
  if (/^[0-9a-f]{32}$/i.test(text)) {
    const { spans, looseErrors } = await desk.traces.read(text)
    if (spans.length + looseErrors.length > 0) throw redirect(tracePath(text.toLowerCase()))
  }
  const code = AS_SHOWN.exec(text)?.[1]
  if (code !== undefined && parseDigest(code)?.kind === 'whole') throw redirect(digestPath(code))
}

/** As the screen shows it, with a digit in it: `transactions` may be one as well, and is a word. */
const AS_SHOWN = /^(?:digest(?:\s*:)?\s+)?((?=\S*\d)\w{6}[-\u2010-\u2015\u2212]\w{6})[.,]?$/i
