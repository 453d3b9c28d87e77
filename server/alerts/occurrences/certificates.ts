import type { Kysely } from 'kysely'
import { CERTIFICATE_WARNING_MS } from '#server/store/alerts/occurrences/is-over.ts'
import { listCertificateEnds } from '#server/store/alerts/occurrences/past-incidents.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { ofCheck } from './check.ts'
import type { PastOccurrence } from './past.ts'

/** Of the certificates that checks saw last, when each came so near to its end; or why nobody knows. */
export async function listPastCertificates(
  db: Kysely<Database>,
  { since, now }: { since: number; now: number },
): Promise<{ past: PastOccurrence[]; note: string } | { unknown: string }> {
  const times = { after: since, before: now, warning: CERTIFICATE_WARNING_MS }
  const rows = await listCertificateEnds(db, times)
  if (rows.length === 0)
    return {
      unknown:
        'No certificate of today ends within 14 days. The desk does not keep the ends of those that were renewed.',
    }
  const past = rows.map(({ endsAt, projectSlug, ...check }) => {
    const at = endsAt - CERTIFICATE_WARNING_MS
    const moment = { projectSlug, publicUrl: '', now: at }
    return { ...ofCheck(check, { kind: 'certificate', endsAt }, moment), at }
  })
  return { past, note: 'The desk does not keep the ends of certificates that were renewed.' }
}
