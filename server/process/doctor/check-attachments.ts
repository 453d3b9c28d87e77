import { existsSync } from 'node:fs'
import type { Config } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { rehearseBlobs } from '#server/store/blobs/rehearse-blobs.ts'
import { createS3Blobs } from '#server/store/blobs/s3/s3-blobs.ts'
import { DESK_ID } from '#server/store/blobs/start-uploads.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { readStoredSetting } from '#server/store/sqlite/backup/stored-setting.ts'

/** Doctor's patience is shorter than a desk's. */
const PATIENCE_MS = 4_000

/** What doctor says of the place that attachments are uploaded to; undefined if there is none, and never was. */
export async function checkAttachments({
  bucket,
  dataDir,
}: Config): Promise<{ state: 'ok' | 'warn'; message: string } | undefined> {
  const file = databaseFile(dataDir)
  const deskId = existsSync(file) ? readStoredSetting(file, DESK_ID) : undefined
  if (bucket === undefined) {
    if (deskId === undefined) return undefined
    const message = 'BLOB_URL was set and is not: attachments that were uploaded are not shown'
    return { state: 'warn', message }
  }
  const blobs = createS3Blobs(bucket, { patienceMs: PATIENCE_MS })
  await rehearseBlobs(blobs)
  if (deskId !== undefined) await blobs.claim(deskId)
  const waiting = await countFiles(attachmentFolder(file))
  const message = `${bucket.name} stores, returns, lists and deletes; ${waiting} ${waiting === 1 ? 'file is' : 'files are'} not uploaded yet`
  return { state: 'ok', message }
}

/** Checks the bucket of desks that share a database; undefined if attachments are in the database. */
export async function checkSharedBlobs({
  bucket,
}: Config): Promise<{ state: 'ok'; message: string } | undefined> {
  if (bucket === undefined) return undefined
  await rehearseBlobs(createS3Blobs(bucket, { patienceMs: PATIENCE_MS }))
  return { state: 'ok', message: `${bucket.name} stores, returns, lists and deletes` }
}

async function countFiles(folder: string): Promise<number> {
  let count = 0
  for await (const page of createFolderBlobs(folder).list()) count += page.length
  return count
}
