import { redirect } from 'vike/abort'
import { readDigest } from '#renderer/format/digest-text.ts'
import { clipText } from '#renderer/format/format.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { digestPath } from '#renderer/paths.ts'
import { refused } from '#renderer/texts/issues/digests.ts'

export async function loader({ url }: LoaderContext) {
  const asked = url.searchParams.get('digest')
  if (asked === null) return { asked: '', refusal: null }
  const digest = readDigest(asked)
  if (digest !== undefined) throw redirect(digestPath(digest))
  return {
    asked: clipText(asked, 200),
    refusal: refused,
  }
}
