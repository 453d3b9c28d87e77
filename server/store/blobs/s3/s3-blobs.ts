import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isBlobHash, requireBlobHash } from '#server/store/blobs/blob-hash.ts'
import type { Blobs, OpenBlob, StoredBlob } from '#server/store/blobs/blobs.ts'
import { checkedBytes } from '#server/store/blobs/checked-bytes.ts'
import type { Bucket } from './bucket.ts'
import type { Patience } from './patience.ts'
import { createS3Client, type S3Options } from './s3-client.ts'
import { S3Error, textBetween } from './s3-error.ts'

/** So many objects are deleted at a time. One request each, because not every server has requests for many. */
const DELETIONS_AT_ONCE = 8

export interface S3Blobs extends Blobs {
  /** Refuses the place of another desk, whose blobs a sweep would delete. The first desk that asks has the place. */
  claim(deskId: string): Promise<void>
}

/** The object that says whose place it is. */
const OWNER_KEY = 'desk.txt'

/** Blobs as objects of a bucket: each one's key is its hash, below the prefix. */
export function createS3Blobs(bucket: Bucket, options: S3Options = {}): S3Blobs {
  const { prefix } = bucket
  const client = createS3Client(bucket, options)

  async function listAfter(key: string): Promise<ObjectPage> {
    const after = key === '' ? {} : { 'start-after': key }
    const query = { 'list-type': '2', 'max-keys': '1000', prefix, ...after }
    return client.ask({ method: 'GET', key: '', query }, async (response, patience) => {
      const text = await response.text()
      patience.rest()
      return parseObjects(text, Date.parse(response.headers.get('date') ?? ''))
    })
  }

  async function readOwner(): Promise<string | undefined> {
    try {
      return await client.ask({ method: 'GET', key: prefix + OWNER_KEY }, async (response, patience) => {
        const text = await response.text()
        patience.rest()
        return text
      })
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    async claim(deskId) {
      const owner = await readOwner()
      if (owner === undefined) {
        const bytes = new TextEncoder().encode(deskId)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        await client.ask({ method: 'PUT', key: prefix + OWNER_KEY, body: { sha256, bytes } }, discard)
      } else if (owner !== deskId) {
        throw new Error(`Cannot use ${bucket.name}: another desk uses it; name another prefix in BLOB_URL`)
      }
    },
    async put(blob) {
      await client.ask({ method: 'PUT', key: prefix + requireBlobHash(blob.sha256), body: blob }, discard)
    },
    async open(sha256) {
      try {
        const read = (response: Response, patience: Patience) => openBody(response, sha256, patience)
        return await client.ask({ method: 'GET', key: prefix + requireBlobHash(sha256) }, read)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(hashes) {
      for (let start = 0; start < hashes.length; start += DELETIONS_AT_ONCE) {
        const some = hashes.slice(start, start + DELETIONS_AT_ONCE)
        await Promise.all(
          some.map((sha256) =>
            client.ask({ method: 'DELETE', key: prefix + requireBlobHash(sha256) }, discard),
          ),
        )
      }
    },
    async *list() {
      let last = ''
      for (let hasMore = true; hasMore; ) {
        const page = await listAfter(last)
        yield page.objects
          .map((each) => ({ sha256: each.key.slice(prefix.length), ageMs: each.ageMs }))
          .filter(isBlob)
        const end = page.objects.at(-1)?.key ?? last
        if (page.hasMore && end <= last)
          throw new Error(`Cannot list ${bucket.name}: the list does not go on`)
        last = end
        hasMore = page.hasMore
      }
    },
  }
}

interface ObjectPage {
  objects: { key: string; ageMs: number }[]
  hasMore: boolean
}

/** `now` is the server's own clock, in milliseconds since the epoch. */
function parseObjects(text: string, now: number): ObjectPage {
  if (!text.includes('<ListBucketResult')) throw new Error('the answer is no list of objects')
  const objects = text
    .split('<Contents>')
    .slice(1)
    .map((part) => ({
      key: textBetween(part, '<Key>', '</Key>'),
      ageMs: now - Date.parse(textBetween(part, '<LastModified>', '</LastModified>')),
    }))
  return { objects, hasMore: textBetween(text, '<IsTruncated>', '</IsTruncated>') === 'true' }
}

function isBlob({ sha256, ageMs }: StoredBlob): boolean {
  return isBlobHash(sha256) && Number.isFinite(ageMs)
}

async function openBody(response: Response, sha256: string, patience: Patience): Promise<OpenBlob> {
  const { headers, body } = response
  const sizeBytes = Number(headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(sizeBytes)) throw new Error('the answer has no length')
  const stream = Readable.from(checkedBytes(body ?? Readable.from([]), sha256, patience), {
    objectMode: false,
  })
  return { sizeBytes, stream }
}

/** A body that is not read would keep its connection. */
async function discard(response: Response, patience: Patience): Promise<void> {
  await response.arrayBuffer()
  patience.rest()
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.code === 'NoSuchKey'
}
