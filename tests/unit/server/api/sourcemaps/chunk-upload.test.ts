import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { acceptChunkForms, takeChunks } from '#server/api/sourcemaps/chunk-upload.ts'
import { createChunks } from '#server/artifacts/chunks.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = 1_790_000_000_000
const DAY_MS = 86_400_000

/** Takes chunks, at a time, where all source maps may take 10 MiB. */
async function open() {
  let now = NOW
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = await openTestStore('sqlite')
  onTestFinished(store.close)
  const blobs = createFolderBlobs(folder)
  const chunks = createChunks({ store, blobs, isShared: false })
  const app = Fastify()
  onTestFinished(() => app.close())
  const space = { projectBytes: 10 * 2 ** 20, totalBytes: 10 * 2 ** 20 }
  await acceptChunkForms(app)
  app.post('/chunks', async (request, reply) => {
    const { status, body } = await takeChunks(request, { chunks, space, tokenId: 7, now })
    return reply.code(status).send(body)
  })
  return {
    passTime(ms: number) {
      now += ms
    },
    async send(...chunks: Uint8Array<ArrayBuffer>[]) {
      const form = new FormData()
      for (const chunk of chunks)
        form.append('file', new Blob([chunk]), createHash('sha1').update(chunk).digest('hex'))
      const { headers, body } = new Response(form) // it writes the boundaries
      const payload = Buffer.from(await new Response(body).arrayBuffer())
      const type = headers.get('content-type') ?? ''
      const { statusCode, body: text } = await app.inject({
        ...{ method: 'POST', url: '/chunks', headers: { 'content-type': type }, payload },
      })
      return { status: statusCode, answer: JSON.parse(text) }
    },
    countChunks: () => countBlobs(blobs),
  }
}

async function countBlobs(blobs: Blobs): Promise<number> {
  let count = 0
  for await (const page of blobs.list()) count += page.length
  return count
}

const chunkOf = (byte: number) => new Uint8Array(4 * 2 ** 20).fill(byte)

it('takes chunks until those of unfinished uploads take as much as all source maps may', async () => {
  const at = await open()
  expect(await at.send(chunkOf(1), chunkOf(2))).toEqual({ status: 200, answer: {} })
  expect(await at.send(chunkOf(3))).toEqual({
    status: 413,
    answer: {
      detail:
        'Cannot take chunks: unfinished uploads take more than all source maps may. SOURCE_MAPS_TOTAL_MIB is 10: raise it, ' +
        'or upload fewer or smaller maps. Unfinished uploads are deleted after a day',
    },
  })
  expect(await at.countChunks()).toBe(2)
})

it('deletes uploads that were given up for the space of a new one', async () => {
  const at = await open()
  await at.send(chunkOf(1), chunkOf(2))
  at.passTime(DAY_MS + 1_000)
  expect(await at.send(chunkOf(3))).toEqual({ status: 200, answer: {} })
  expect(await at.countChunks()).toBe(1)
})
