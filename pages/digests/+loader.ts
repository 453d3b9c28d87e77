import { redirect } from 'vike/abort'
import { parseDigest } from '#renderer/format/digest-text.ts'
import { clipText } from '#renderer/format/format.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { digestPath } from '#renderer/paths.ts'
import { refused } from '#renderer/texts/issues/digests.ts'

export async function loader({ url }: LoaderContext) {
  const given = url.searchParams.get('digest')
  if (given === null) return { asked: '', refusal: null }
  const digest = parseDigest(given)
  if (digest !== undefined) throw redirect(digestPath(digest))
  return {
    asked: clipText(given, 200),
    refusal: refused,
  }
}
