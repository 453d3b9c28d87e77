import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aForm, aMinidump, FORM_TYPE, type FormField } from '#tests/support/native/a-minidump.ts'
import { toMessagePack } from '#tests/support/native/message-pack.ts'
import { processBody } from '#tests/support/store/process-body.ts'

/** As Crashpad sends the files of sentry-native: the field and the file have the same name. */
const file = (name: string, bytes: Buffer): FormField => [`__sentry-${name}`, bytes, `__sentry-${name}`]
const crumb = (second: number, message: string) => ({
  timestamp: `2026-09-21T13:53:${String(second).padStart(2, '0')}.000Z`,
  message,
})
const crumbs = (...given: object[]) => Buffer.concat(given.map(toMessagePack))

function send(...fields: FormField[]) {
  const dump: FormField = ['upload_file_minidump', aMinidump(), 'a.dmp']
  const { answer, events, records } = processBody('minidump', aForm([dump, ...fields]), {
    contentType: FORM_TYPE,
  })
  const files = records.flatMap((record) => (record.kind === 'attachment' ? [record.filename] : []))
  return { answer, event: events[0]?.event, title: events[0]?.title, files }
}

const messagesOf = ({ event }: ReturnType<typeof send>) =>
  event?.breadcrumbs.values.map(({ message }) => message)

const EVENT = {
  event_id: 'ab'.repeat(16),
  release: 'shop@2',
  environment: 'canary',
  tags: { shop: 'north' },
  user: { id: 'u1' },
  contexts: { os: { name: 'ShopOS' } },
  sdk: { name: 'sentry.native', version: '0.7.0' },
}

describe('the files of sentry-native beside a dump', () => {
  it('become the event, and are no attachments', () => {
    const sent = send(
      file('event', toMessagePack(EVENT)),
      file('breadcrumb1', crumbs(crumb(1, 'one'))),
      file('breadcrumb2', Buffer.alloc(0)),
      ['log', 'started\n', 'shop.log'],
    )
    expect(sent.answer).toEqual({ status: 200, id: EVENT.event_id })
    expect(sent.title?.type).toBe('EXCEPTION_ACCESS_VIOLATION')
    expect(sent.event).toMatchObject({
      release: 'shop@2',
      environment: 'canary',
      tags: [['shop', 'north']],
      user: { id: 'u1' },
      contexts: { os: { name: 'ShopOS', version: '10.0.19045' }, device: { arch: 'x86_64' } },
      sdk: { name: 'sentry.native' },
      breadcrumbs: { values: [{ message: 'one', timestamp: 1_789_998_781 }] },
      ingestion_warnings: [],
    })
    expect(sent.files).toEqual(['a.dmp', 'shop.log'])
  })

  it('win over what the form says, which fills in the rest', () => {
    const form = JSON.stringify({ release: 'shop@1', dist: '7', tags: { shop: 'south', till: '4' } })
    const { event } = send(['sentry', form], file('event', toMessagePack(EVENT)))
    expect(event).toMatchObject({
      release: 'shop@2',
      dist: '7',
      tags: [
        ['shop', 'north'],
        ['till', '4'],
      ],
    })
  })

  it('have breadcrumbs in two files, which are merged by time', () => {
    const sent = send(
      file('breadcrumb1', crumbs(crumb(3, 'three'), { message: 'without a time' }, crumb(5, 'five'))),
      file('breadcrumb2', crumbs(crumb(1, 'one'), crumb(2, 'two'), crumb(4, 'four'))),
    )
    expect(messagesOf(sent)).toEqual(['one', 'two', 'three', 'without a time', 'four', 'five'])
  })

  it('have at most a hundred breadcrumbs that are kept, the newest', () => {
    const many = (from: number) =>
      Array.from({ length: 80 }, (_, index) => ({ timestamp: from + index, message: `${from + index}` }))
    const sent = send(
      file('breadcrumb1', crumbs(...many(1_000_080))),
      file('breadcrumb2', crumbs(...many(1_000_000))),
    )
    expect(messagesOf(sent)).toEqual(Array.from({ length: 100 }, (_, index) => `${1_000_060 + index}`))
  })

  it('replace breadcrumbs of the event itself', () => {
    const event = { ...EVENT, breadcrumbs: [crumb(9, 'of the event')] }
    expect(messagesOf(send(file('event', toMessagePack(event))))).toEqual(['of the event'])
    const both = send(file('event', toMessagePack(event)), file('breadcrumb1', crumbs(crumb(1, 'one'))))
    expect(messagesOf(both)).toEqual(['one'])
  })
})

describe('files of sentry-native that cannot be read', () => {
  const warningOf = (name: string) => `__sentry-${name} could not be read as MessagePack to its end`

  it.each<[string, Buffer]>([
    ['is text', Buffer.from('hello')],
    ['was cut off', toMessagePack(EVENT).subarray(0, -1)],
    ['says four thousand million members', Buffer.from('dfffffffffa16101', 'hex')],
    ['is nested a million times', Buffer.from('81a161'.repeat(300_000), 'hex')],
    ['is a list', toMessagePack([EVENT])],
    ['is larger than an event may be', toMessagePack({ ...EVENT, extra: 'x'.repeat(2 ** 20) })],
  ])('leave the dump, and a warning, where the event %s', (_what, bytes) => {
    const { answer, event, title, files } = send(file('event', bytes))
    expect(answer.status).toBe(200)
    expect(title?.type).toBe('EXCEPTION_ACCESS_VIOLATION')
    expect(event?.ingestion_warnings).toEqual([warningOf('event')])
    expect(files).toEqual(['a.dmp', '__sentry-event'])
  })

  it('give the breadcrumbs before the one that was cut off', () => {
    const cut = crumbs(crumb(1, 'one'), crumb(2, 'two')).subarray(0, -3)
    const sent = send(file('event', toMessagePack(EVENT)), file('breadcrumb2', cut))
    expect(messagesOf(sent)).toEqual(['one'])
    expect(sent.event).toMatchObject({ release: 'shop@2', ingestion_warnings: [warningOf('breadcrumb2')] })
    expect(sent.files).toEqual(['a.dmp', '__sentry-breadcrumb2'])
  })

  it('are left out of an event that would be too large, and stay attachments', () => {
    // A float of five bytes becomes eighteen characters.
    const float = Buffer.from('ca3dcccccd', 'hex')
    const floats = Buffer.concat([Buffer.from('81a161dd00010000', 'hex'), ...Array(0x10000).fill(float)])
    const { answer, event, files } = send(file('event', floats), file('breadcrumb1', crumbs(crumb(1, 'one'))))
    expect(answer.status).toBe(200)
    expect(event?.ingestion_warnings).toEqual([
      '__sentry-event was left out: the event is too large with it',
      '__sentry-breadcrumb1 was left out: the event is too large with it',
    ])
    expect(files).toEqual(['a.dmp', '__sentry-event', '__sentry-breadcrumb1'])
  })

  it('never lose the dump, at whatever depth they are nested', () => {
    for (let depth = 58; depth <= 70; depth++) {
      const nested = Buffer.from(`81a161${'91'.repeat(depth)}01`, 'hex')
      for (const name of ['event', 'breadcrumb1']) {
        const { answer, title } = send(file(name, nested))
        expect([answer.status, title?.type]).toEqual([200, 'EXCEPTION_ACCESS_VIOLATION'])
      }
    }
  })

  it('never lose the dump, whatever bytes they have', () => {
    const whole = Buffer.concat([toMessagePack(EVENT), crumbs(crumb(1, 'one'), crumb(2, 'two'))])
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 })
    fc.assert(
      fc.property(changes, fc.constantFrom('event', 'breadcrumb1', 'breadcrumb2'), (given, name) => {
        const broken = Buffer.from(whole)
        for (const [at, byte] of given) broken[at] = byte
        expect(send(file(name, broken)).answer.status).toBe(200)
      }),
      { numRuns: 50 },
    )
  })
})
