import { describe, expect, it } from 'vitest'
import { toEventEntries } from '#server/api/events/entries.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'

const ID = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'
const FILE = 'https://shop.example/assets/app-4f2a.js'

const normalized = (debugMeta: unknown) =>
  normalize({ debug_meta: debugMeta }, { eventId: 'a'.repeat(32), receivedAt: 1_790_000_000_000 })

const image = (more: object = {}) => ({ type: 'sourcemap', code_file: FILE, debug_id: ID, ...more })

describe('debug images', () => {
  it.each([
    ['as written', ID],
    ['without dashes', '8a2f3c1e0b7d4e5f9c612d3e4f5a6b7c'],
    ['in upper case', ID.toUpperCase()],
  ])('keeps the id %s in one form', (_, debugId) => {
    expect(normalized({ images: [image({ debug_id: debugId })] }).debug_images).toEqual([
      { type: 'sourcemap', code_file: FILE, debug_id: ID },
    ])
  })

  it.each([
    ['not hexadecimal', { debug_id: 'z'.repeat(32) }],
    ['too long', { debug_id: `${ID}0` }],
    ['missing', { debug_id: undefined }],
    ['an object', { debug_id: { toString: 'x' } }],
  ])('leaves out an image whose id is %s, and says so', (_, wrong) => {
    const event = normalized({ images: [image(wrong), image()] })
    expect(event.debug_images).toHaveLength(1)
    expect(event.ingestion_warnings).toEqual(['debug images: one without a readable debug id was left out'])
  })

  it('leaves out an image without a file, and says so', () => {
    const event = normalized({ images: [image({ code_file: '' })] })
    expect(event).not.toHaveProperty('debug_images')
    expect(event.ingestion_warnings).toEqual(['debug images: one without a file was left out'])
  })

  it('keeps the first 200, and says how many there were', () => {
    const images = Array.from({ length: 201 }, (_, index) => image({ code_file: `${FILE}?${index}` }))
    const event = normalized({ images })
    expect(event.debug_images).toHaveLength(200)
    expect(event.ingestion_warnings).toEqual(['debug images: the first 200 of 201 were kept'])
  })

  it.each([
    [null],
    ['images'],
    [[]],
    [{}],
    [{ images: 7 }],
    [{ images: [null, 'x', { type: 'elf', debug_id: ID }] }],
  ])('has none for %j', (debugMeta) => {
    const event = normalized(debugMeta)
    expect(event).not.toHaveProperty('debug_images')
    expect(event.ingestion_warnings).toEqual([])
  })

  it('filters a secret in the address of a script', () => {
    const event = normalized({ images: [image({ code_file: `${FILE}?token=hunter2hunter2` })] })
    expect(scrub(event, scrubberFor()).debug_images).toEqual([
      image({ code_file: `${FILE}?token=[Filtered]` }),
    ])
  })

  it('appears in the API as Sentry’s entry debugmeta', () => {
    expect(toEventEntries(normalized({ images: [image()] }))).toEqual([
      { type: 'debugmeta', data: { images: [image()] } },
    ])
  })
})
