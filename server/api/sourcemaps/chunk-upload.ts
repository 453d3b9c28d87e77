import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Answer,
  type ApiRequest,
  answer,
  isOurOrganization,
  refuse,
  type Uploads,
} from '#server/api/answer.ts'
import { isChunkHash } from '#server/artifacts/chunks.ts'
import { refusalOfChunks } from '#server/artifacts/pending-space.ts'
import { uploadLimits } from '#server/artifacts/upload-limits.ts'

const unzip = promisify(gunzip)

/** What uploading tools ask first: https://github.com/getsentry/sentry-cli/blob/master/src/api/data_types/chunking */
export async function getChunkUpload({ uploads, params, url }: ApiRequest): Promise<Answer> {
  if (!uploads || !isOurOrganization(params))
    return refuse(404, 'Cannot take source maps: the only organization is "desk"')
  const { chunkBytes, chunksPerRequest, requestBytes, concurrency, bundleBytes } = uploadLimits
  return answer({
    url: url.origin + url.pathname,
    chunkSize: chunkBytes,
    chunksPerRequest,
    maxFileSize: Math.min(bundleBytes, uploads.space.totalBytes),
    maxRequestSize: requestBytes,
    concurrency,
    hashAlgorithm: 'sha1',
    compression: ['gzip'],
    accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
  })
}

export async function acceptChunkForms(api: FastifyInstance): Promise<void> {
  await api.register(fastifyMultipart, {
    limits: { fileSize: uploadLimits.chunkBytes + 65_536, files: uploadLimits.chunksPerRequest, fields: 0 },
    throwFileSizeLimit: true,
  })
}

interface Taking extends Pick<Uploads, 'chunks' | 'space'> {
  tokenId: number
  now: number
}

/** Stores each part under the hash of its bytes, which must be the name that it came with. */
export async function takeChunks(
  request: FastifyRequest,
  { chunks, space, tokenId, now }: Taking,
): Promise<Answer> {
  if (!request.isMultipart()) return refuse(400, 'Cannot take chunks: the body is not multipart/form-data')
  let taken = 0
  try {
    for await (const part of request.files()) {
      const sent = await part.toBuffer()
      const bytes =
        part.fieldname === 'file_gzip'
          ? await unzip(sent, { maxOutputLength: uploadLimits.chunkBytes }).catch(() => undefined)
          : sent
      if (!bytes)
        return refuse(400, `Cannot take chunks: one is not gzip of at most ${uploadLimits.chunkBytes} bytes`)
      if (bytes.length > uploadLimits.chunkBytes)
        return refuse(413, `Cannot take chunks: one is larger than ${uploadLimits.chunkBytes} bytes`)
      const refusal = await refusalOfChunks(chunks, { sizeBytes: bytes.length, space, now })
      if (refusal !== undefined) return refuse(413, `Cannot take chunks: ${refusal}`)
      const hash = await chunks.put(tokenId, bytes, now)
      if (isChunkHash(part.filename) && part.filename !== hash)
        return refuse(400, `Cannot take chunks: one is named ${part.filename}, but its SHA-1 is ${hash}`)
      taken++
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT')
      return refuse(
        413,
        `Cannot take chunks: at most ${uploadLimits.chunksPerRequest} of ${uploadLimits.chunkBytes} bytes are taken at once`,
      )
    throw error
  }
  return taken === 0 ? refuse(400, 'Cannot take chunks: the form contains no file') : answer({})
}
