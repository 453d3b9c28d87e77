import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  attachmentFolder,
  attachmentPath,
  hashOf,
  sweepAttachments,
  writeAttachment,
} from '#server/store/maintenance/attachment-files.ts'

async function open() {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return attachmentFolder(join(directory, 'desk.sqlite'))
}

const bytes = new TextEncoder().encode('a picture')
const sha256 = hashOf(bytes)
const index = Number.parseInt(sha256.slice(0, 2), 16)

it('writes a file under the hash of its bytes, for its owner’s eyes only', async () => {
  const folder = await open()
  writeAttachment(folder, sha256, bytes)
  const path = attachmentPath(folder, sha256)
  expect(readFileSync(path)).toEqual(Buffer.from(bytes))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const { ino } = statSync(path)
  writeAttachment(folder, sha256, bytes)
  expect(statSync(path).ino).toBe(ino)
  expect(readdirSync(dirname(path))).toEqual([sha256])
})

it('writes a file anew that a crash left shorter than it was', async () => {
  const folder = await open()
  const path = attachmentPath(folder, sha256)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'a pic')
  writeAttachment(folder, sha256, bytes)
  expect(readFileSync(path)).toEqual(Buffer.from(bytes))
})

it.each(['', '..', 'A'.repeat(64), `../${'a'.repeat(61)}`, `${'a'.repeat(64)}/x`])(
  'knows no file by %j',
  (name) => {
    expect(() => attachmentPath('/data', name)).toThrow('is not a SHA-256')
  },
)

it('sweeps what no row knows, and what was never finished', async () => {
  const folder = await open()
  expect(sweepAttachments(folder, index, () => false)).toBe(0)
  writeAttachment(folder, sha256, bytes)
  const unfinished = join(dirname(attachmentPath(folder, sha256)), 'abc.part')
  writeFileSync(unfinished, 'half')
  expect(sweepAttachments(folder, index, (name) => name === sha256)).toBe(1)
  expect(existsSync(unfinished)).toBe(false)
  expect(existsSync(attachmentPath(folder, sha256))).toBe(true)
  expect(sweepAttachments(folder, (index + 1) & 0xff, () => false)).toBe(0)
  expect(sweepAttachments(folder, index, () => false)).toBe(1)
  expect(existsSync(attachmentPath(folder, sha256))).toBe(false)
})
