import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs, StoredBlob } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { attachmentPath, hashOf } from '#server/store/maintenance/attachment-files.ts'

const NOW = 1_800_000_000_000

async function open() {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const folder = join(directory, 'attachments')
  return { folder, blobs: createFolderBlobs(folder, () => NOW) }
}

function aBlob(text: string) {
  const bytes = new TextEncoder().encode(text)
  return { sha256: hashOf(bytes), bytes }
}

async function listed(blobs: Blobs): Promise<StoredBlob[]> {
  const all: StoredBlob[] = []
  for await (const page of blobs.list()) all.push(...page)
  return all
}

async function hashesIn(blobs: Blobs): Promise<string[]> {
  return (await listed(blobs)).map(({ sha256 }) => sha256)
}

describe('blobs in a folder', () => {
  it('have none before the first is put', async () => {
    const { blobs } = await open()
    expect(await hashesIn(blobs)).toEqual([])
    expect(await blobs.open('a'.repeat(64))).toBeUndefined()
    await blobs.delete(['a'.repeat(64)])
  })

  it('are read as they were put', async () => {
    const { blobs } = await open()
    const blob = aBlob('a picture')
    await blobs.put(blob)
    await blobs.put(blob)
    const found = await blobs.open(blob.sha256)
    expect(found?.sizeBytes).toBe(9)
    expect(found && (await buffer(found.stream)).toString()).toBe('a picture')
  })

  it('are listed in the order of their hashes, without what was never finished', async () => {
    const { blobs, folder } = await open()
    const all = ['one', 'two', 'three', 'four'].map(aBlob)
    for (const blob of all) await blobs.put(blob)
    const first = attachmentPath(folder, all[0]?.sha256 ?? '')
    writeFileSync(join(dirname(first), 'abc.part'), 'half')
    mkdirSync(join(folder, 'lost+found'))
    expect(await hashesIn(blobs)).toEqual(all.map(({ sha256 }) => sha256).sort())
  })

  it('say how old they are', async () => {
    const { blobs, folder } = await open()
    const { sha256, bytes } = aBlob('a picture')
    await blobs.put({ sha256, bytes })
    utimesSync(attachmentPath(folder, sha256), NOW / 1000, NOW / 1000 - 90)
    expect(await listed(blobs)).toEqual([{ sha256, ageMs: 90_000 }])
  })

  it('are deleted by their hashes, those that are gone too', async () => {
    const { blobs, folder } = await open()
    const [one, two] = [aBlob('one'), aBlob('two')]
    await blobs.put(one)
    await blobs.put(two)
    await blobs.delete([one.sha256, 'b'.repeat(64)])
    expect(await hashesIn(blobs)).toEqual([two.sha256])
    expect(statSync(attachmentPath(folder, two.sha256)).size).toBe(3)
  })

  it('have no name but a hash', async () => {
    const { blobs } = await open()
    await expect(blobs.open('../desk.sqlite')).rejects.toThrow('is not a SHA-256')
    await expect(blobs.delete(['..'])).rejects.toThrow('is not a SHA-256')
  })
})
