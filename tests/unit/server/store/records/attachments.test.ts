import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AttachmentRecord } from '#server/processing/record.ts'
import { hashOf, writeAttachments } from '#server/store/maintenance/attachment-files.ts'
import { createAttachmentPort } from '#server/store/records/attachments.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { anArrival, openPortRows, type PortRows, reasonsOf } from '#tests/support/records/port-rows.ts'

const MIB = 1024 * 1024

describe.each(ENGINES)('attachments on %s', (engine) => {
  let rows: PortRows
  let folder: string

  beforeAll(async () => {
    rows = await openPortRows(engine)
    folder = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  })
  afterAll(async () => {
    await rows.close()
    await rm(folder, { recursive: true })
  })

  const anAttachment = (
    eventId: string,
    filename: string,
    bytes: AttachmentRecord['bytes'] = new Uint8Array([7]),
  ): AttachmentRecord => ({
    ...{ kind: 'attachment', eventId, filename, contentType: 'text/plain', bytes },
    attachmentType: 'event.attachment',
  })

  it('are stored until their event has 30, and declined beyond that', async () => {
    const port = createAttachmentPort((files) => writeAttachments(folder, [...files]))
    const projectId = await rows.makeProject()
    const named = (eventId: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, place) =>
        anArrival(projectId, anAttachment(eventId, `${from + place}.txt`)),
      )
    expect((await rows.store(port, named('a', 0, 28))).declined).toEqual([])
    const more = [...named('a', 28, 33), ...named('b', 0, 2)]
    const stored = await rows.store(port, more)
    const reason = 'too_many_attachments'
    expect(reasonsOf(more, stored)).toEqual([
      ...[undefined, undefined],
      ...[reason, reason, reason],
      ...[undefined, undefined],
    ])
    const counted = await rows.select(`
      select event_id, count(*) as quantity, sum(size_bytes) as bytes from attachment
      where project_id = ${projectId} group by event_id order by event_id`)
    expect(counted).toEqual([
      { event_id: 'a', quantity: 30, bytes: 30 },
      { event_id: 'b', quantity: 2, bytes: 2 },
    ])
  })

  it('have the hash that clients of Sentry compare, whether a thread has computed it before or not', async () => {
    const port = createAttachmentPort(() => undefined)
    const projectId = await rows.makeProject()
    const abc = anAttachment('e', 'abc.txt', new TextEncoder().encode('abc'))
    const known = { ...anAttachment('e', 'known.txt'), sha1: 'f'.repeat(40) }
    await rows.store(port, [anArrival(projectId, abc), anArrival(projectId, known)])
    const select = `select filename, sha1 from attachment where project_id = ${projectId} order by filename`
    expect(await rows.select(select)).toEqual([
      { filename: 'abc.txt', sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d' }, // FIPS 180-1, Appendix A
      { filename: 'known.txt', sha1: 'f'.repeat(40) },
    ])
  })

  it('are limited by bytes too, so that a smaller one may fit where a larger one does not', async () => {
    const port = createAttachmentPort((files) => writeAttachments(folder, [...files]))
    const projectId = await rows.makeProject()
    const large = new Uint8Array(30 * MIB)
    const all = [large, large, large, large, large.subarray(MIB)].map((bytes, place) =>
      anArrival(
        projectId,
        anAttachment('a', `${place}.bin`, place < 4 ? bytes : bytes.subarray(0, 10 * MIB)),
      ),
    )
    const reason = 'too_many_attachments'
    expect(reasonsOf(all, await rows.store(port, all))).toEqual([
      ...[undefined, undefined],
      ...[undefined, reason, undefined],
    ])
  })

  it('are recognized by their bytes and names, and their files are written before their rows', async () => {
    const port = createAttachmentPort((files) => writeAttachments(folder, [...files]))
    const projectId = await rows.makeProject()
    const record = anAttachment('a', 'notes.txt', new TextEncoder().encode(`notes on ${engine}`))
    const commit = port.prepare([anArrival(projectId, record)])
    expect(await readdir(folder, { recursive: true })).toContain(
      join(hashOf(record.bytes).slice(0, 2), hashOf(record.bytes)),
    )
    const asked = [
      record,
      anAttachment('a', 'other.txt', record.bytes),
      anAttachment('b', 'notes.txt', record.bytes),
    ]
    const find = () => rows.run(port.findKnown(asked.map((record) => ({ projectId, record }))))
    expect(await find()).toEqual([false, false, false])
    await rows.run(commit({ logs: [], sessions: [], countStored: () => {} }))
    expect(await find()).toEqual([true, false, false])
  })
})
