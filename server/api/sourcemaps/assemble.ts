import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { isChunkHash } from '#server/artifacts/chunks.ts'
import { uploadLimits } from '#server/artifacts/upload-limits.ts'
import { limits } from '#server/protocol/limits.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'

const hash = v.pipe(
  v.string(),
  v.check((text) => isChunkHash(text), 'it is not a SHA-1 in lower case'),
)
const optionalName = v.nullish(v.pipe(v.string(), v.maxLength(limits.nameChars, 'it is too long')))

/** https://github.com/getsentry/sentry-cli/blob/master/src/api/data_types/chunking/artifact.rs */
export const assembleBody = v.object({
  checksum: hash,
  chunks: v.pipe(v.array(hash), v.maxLength(uploadLimits.chunksPerBundle, 'there are too many')),
  projects: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'there is none'),
    v.maxLength(50, 'there are too many'),
  ),
  version: optionalName,
  dist: optionalName,
})

/** A bundle that failed is refused for so long; then it can be sent again. */
const FAILURE_MS = 10 * MINUTE_MS

/**
 * Answers which chunks of a bundle are missing, begins to assemble it once all are here, and says how that went. Tools ask
 * before they upload anything, so that a bundle that is known is not sent again.
 */
export async function assembleBundle(request: ApiRequest): Promise<Answer> {
  const { desk, params, body, bearer, uploads, userAgent, now } = request
  if (!isOurOrganization(params) || !uploads)
    return refuse(404, 'Cannot take the bundle: the only organization is "desk"')
  const read = parseBody(assembleBody, body)
  if ('refusal' in read) return refuse(400, `Cannot take the bundle: ${read.refusal}`)
  const { checksum, chunks, projects: slugs, version, dist } = read.given
  const known = await desk.projects.list()
  const projects = slugs.map((slug) => known.find((one) => one.slug === slug || String(one.id) === slug))
  const unknown = slugs.find((_, index) => projects[index] === undefined)
  if (unknown !== undefined) return refuse(400, `Cannot take the bundle: there is no project ${unknown}`)
  const projectIds = projects.flatMap((project) => (project ? [project.id] : []))
  const bundles = await desk.sourceMaps.listBundles(projectIds, checksum)
  const failed = bundles.find((bundle) => bundle?.state === 'error' && bundle.created_at > now - FAILURE_MS)
  if (failed) return toAnswer('error', failed.detail)
  if (bundles.every((bundle) => bundle?.state === 'ok')) return toAnswer('ok', bundles[0]?.detail)
  if (await uploads.assembler.isAtWork(checksum)) return toAnswer('assembling')
  const missing = await uploads.chunks.listMissing(bearer.id, [...new Set(chunks)])
  if (missing.length > 0 || chunks.length === 0) return answer({ state: 'not_found', missingChunks: missing })
  await uploads.assembler.add({
    from: { tokenId: bearer.id, chunks },
    projectIds,
    checksum,
    release: version || null,
    dist: dist || null,
    tool: userAgent,
    now,
  })
  return toAnswer('created')
}

function toAnswer(state: string, detail: string | null | undefined = null): Answer {
  return answer({ state, missingChunks: [], detail })
}
