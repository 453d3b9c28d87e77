import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { attachmentPath } from '#server/store/maintenance/attachment-files.ts'
import { openStore } from '#server/store/open-store.ts'
import type { BlobTables } from '#server/store/postgres/blobs/blob-rows.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { connectToPlace, type Place } from './connect-to-place.ts'
import { startS3Server } from './s3-server.ts'

/** `noted` is a bucket whose blobs are also noted in the database, as desks without a disk of their own need it. */
export const PLACES = ['folder', 'postgres', 'bucket', 'noted'] as const

export interface OpenedPlace {
  place: Place
  /** Another desk's view of the same place. */
  connect(): Promise<Blobs>
  /** Makes a blob two hours old. */
  makeOld(sha256: string): Promise<void>
}

const TWO_HOURS_MS = 7_200_000

/** Makes an empty place for one test. */
export async function openPlace(kind: (typeof PLACES)[number]): Promise<OpenedPlace> {
  if (kind === 'folder') return openFolder()
  const server = await startS3Server()
  onTestFinished(server.close)
  const age = async (sha256: string) => {
    const object = server.objects.get(`desk/${sha256}`)
    if (object) object.putAt -= TWO_HOURS_MS
  }
  const { bucket } = server
  if (kind === 'bucket') return opened({ kind, bucket }, age)
  const url = await createPostgresDatabase()
  return opened(kind === 'noted' ? { kind, url, bucket } : { kind, url }, async (sha256) => {
    await age(sha256)
    await ageRow(url, sha256)
  })
}

async function openFolder(): Promise<OpenedPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-blobs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return opened({ kind: 'folder', folder }, async (sha256) => {
    const at = (Date.now() - TWO_HOURS_MS) / 1000
    await utimes(attachmentPath(folder, sha256), at, at)
  })
}

function opened(place: Place, makeOld: OpenedPlace['makeOld']): OpenedPlace {
  async function connect(): Promise<Blobs> {
    const { blobs, close } = await connectToPlace(place)
    onTestFinished(close)
    return blobs
  }
  return { place, connect, makeOld }
}

async function ageRow(url: string, sha256: string): Promise<void> {
  const store = await openStore({ place: url })
  try {
    await store.write((trx) =>
      trx
        .withTables<BlobTables>()
        .updateTable('blob')
        .set((eb) => ({ put_at: eb('put_at', '-', TWO_HOURS_MS) }))
        .where('sha256', '=', sha256)
        .execute(),
    )
  } finally {
    await store.close()
  }
}
