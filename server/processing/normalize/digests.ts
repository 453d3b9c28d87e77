import { parseDigest } from '../../../telemetry/digest.ts'
import { limits } from '../../ingest/limits.ts'
import type { NormalizedEvent } from '../event.ts'
import { isObject } from './untrusted.ts'

type Carriers = Pick<NormalizedEvent, 'contexts' | 'extra' | 'tags' | 'exception'>

/**
 * The codes that a visitor may have seen. Ours stands in `contexts.error`; a framework's stands wherever its
 * SDK puts an error's own properties: extra, tags, a context named after the error, or its mechanism.
 */
export function findDigests({ contexts, extra, tags, exception }: Carriers): string[] {
  const mechanisms = exception.values.map(({ mechanism }) => mechanism?.data)
  const objects = [...Object.values(contexts), extra, extra.error, Object.fromEntries(tags), ...mechanisms]
  const codes = objects.filter(isObject).flatMap((object) => [object.digest, object['error.digest']])
  const digests = new Set(codes.map(readDigest).filter((digest) => digest !== undefined))
  return [...digests].slice(0, limits.digestsPerEvent)
}

/** Ours in its one form; what is none of ours exactly as it was sent. */
function readDigest(code: unknown): string | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined
  const text = String(code).trim()
  if (text === '' || text.length > limits.digestChars) return undefined
  const ours = parseDigest(text)
  return ours?.kind === 'whole' ? ours.digest : text
}
