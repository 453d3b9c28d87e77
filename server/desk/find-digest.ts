import type { DigestMatch } from '#server/models/events.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findDigestEvent, findEventByDigestPrefix } from '#server/store/events/digests.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'

/** Finds what a digest leads to, ours or a framework's. */
export async function findByDigest({ db }: Store, text: string): Promise<DigestMatch | undefined> {
  const ours = parseDigest(text)
  if (ours?.kind === 'prefix') {
    const newest = await findEventByDigestPrefix(db, ours.prefix)
    if (newest) return { kind: 'issue', issueId: newest.issueId }
  }
  // What looks like ours may be foreign: Next.js's numbers have six to ten digits, and so might a fault.
  const digests = new Set([...(ours?.kind === 'whole' ? [ours.digest] : []), text.trim()])
  for (const digest of digests) {
    const event = await findDigestEvent(db, digest)
    if (event) return { kind: 'event', ...event }
  }
  return undefined
}
