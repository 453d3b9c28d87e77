import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttachmentRecord } from '#server/processing/record.ts'
import {
  aForm,
  aMinidump,
  DIRECTORY_AT,
  FORM_TYPE,
  type FormField,
  type MinidumpFacts,
  SHOP_EXE,
} from '#tests/support/native/a-minidump.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const send = (fields: readonly FormField[]) =>
  processBody('minidump', aForm(fields), { contentType: FORM_TYPE })
const sendDump = (facts?: MinidumpFacts) => processBody('minidump', aMinidump(facts))
const withDump = (...fields: FormField[]) => send([['upload_file_minidump', aMinidump(), 'a.dmp'], ...fields])
const filesOf = ({ records }: ReturnType<typeof processBody>) =>
  records
    .filter((record): record is AttachmentRecord => record.kind === 'attachment')
    .map(({ filename, attachmentType, bytes }) => [filename, attachmentType, bytes.length])

const LINUX: MinidumpFacts = {
  platformId: 0x8201,
  build: 'Linux 6.8.0-45-generic #45-Ubuntu SMP',
  exception: { code: 11, address: 0x18n, instruction: 0x5555_0000_0420n },
  modules: [
    {
      file: '/opt/shop/shop',
      address: 0x5555_0000_0000n,
      size: 0x4000,
      buildId: `${'0011223344556677'.repeat(2)}aabbccdd`,
    },
    { file: '/usr/lib/libc.so.6', address: 0x7f00_0000_0000n, size: 0x1000 },
  ],
}

describe('a dump of Windows', () => {
  it('becomes an event of what crashed, where and on what, with the dump beside it', () => {
    const processed = sendDump()
    const { answer, events, outcomes } = processed
    expect(answer).toEqual({ status: 200, id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(events[0]?.title).toEqual({
      type: 'EXCEPTION_ACCESS_VIOLATION',
      value: 'Cannot read 0x10 at shop.exe+0x1234',
      culprit: 'shop.exe',
    })
    expect(events[0]?.event).toMatchObject({
      platform: 'native',
      level: 'fatal',
      timestamp: 1_790_000_000,
      exception: {
        values: [
          {
            mechanism: { type: 'minidump', handled: false },
            stacktrace: { frames: [{ instruction_addr: '0x7ff600001234', package: SHOP_EXE.file }] },
          },
        ],
      },
      contexts: {
        os: { name: 'Windows', version: '10.0.19045' },
        device: { arch: 'x86_64', processor_count: 8 },
      },
      images: [
        {
          type: 'pe',
          code_file: SHOP_EXE.file,
          code_id: '5ab3807710000',
          debug_file: 'shop.pdb',
          debug_id: '12345678-9abc-def0-0123-456789abcdef-1',
          image_addr: '0x7ff600000000',
          image_size: 0x10000,
        },
      ],
    })
    expect(filesOf(processed)).toEqual([['minidump.dmp', 'event.minidump', aMinidump().length]])
    expect(outcomes.map(({ category, outcome }) => `${category} ${outcome}`)).toEqual(['error accepted'])
  })

  it.each([
    ['EXCEPTION_ACCESS_VIOLATION', 'Cannot write 0x0 at 0x5', { code: 0xc0000005, parameters: [1n, 0n] }],
    ['EXCEPTION_STACK_OVERFLOW', 'Crashed at 0x5', { code: 0xc00000fd }],
    ['0x0000dead', 'Crashed at 0x5', { code: 0xdead }],
    ['DUMP_REQUESTED', 'Crashed at 0x5', { code: 0x0517a7ed }],
  ])('is called %s: %s', (type, value, exception) => {
    const { events } = sendDump({ exception: { address: 5n, ...exception } })
    expect(events[0]?.title).toMatchObject({ type, value })
  })

  it('may hold no exception', () => {
    const { events } = sendDump({ exception: null })
    expect(events[0]?.title).toEqual({ type: 'Minidump', value: 'It holds no exception', culprit: '' })
  })
})

describe('a dump of another system', () => {
  it('names the signal, the address and the instruction by the registers', () => {
    const { events } = sendDump(LINUX)
    expect(events[0]?.title).toMatchObject({ type: 'SIGSEGV', value: 'Address 0x18 at shop+0x420' })
    expect(events[0]?.event).toMatchObject({
      contexts: { os: { name: 'Linux', build: 'Linux 6.8.0-45-generic #45-Ubuntu SMP' } },
      images: [
        {
          type: 'elf',
          code_id: '00112233445566770011223344556677aabbccdd',
          debug_id: '33221100-5544-7766-0011-223344556677',
        },
      ],
    })
    expect(events[0]?.event.contexts.os).not.toHaveProperty('version')
  })

  it('names exceptions of Mach', () => {
    const { events } = sendDump({ ...LINUX, platformId: 0x8101, exception: { code: 1, address: 0n } })
    expect(events[0]?.title).toMatchObject({ type: 'EXC_BAD_ACCESS', value: 'Address 0x0' })
  })
})

describe('crashes', () => {
  const keyOf = (facts: MinidumpFacts) => sendDump(facts).events[0]?.grouping.key
  const loadedAt = (base: bigint, offset: bigint): MinidumpFacts => ({
    modules: [{ ...SHOP_EXE, address: base }],
    exception: { code: 0xc0000005, address: base + offset, parameters: [0n, base] },
  })

  it('at the same place of a library are one issue, wherever it was loaded', () => {
    const first = keyOf(loadedAt(0x10000n, 0x40n))
    expect(keyOf(loadedAt(0x70000n, 0x40n))).toBe(first)
    expect(keyOf(loadedAt(0x10000n, 0x80n))).not.toBe(first)
  })
})

describe('a form with a dump', () => {
  it('gives the event what its texts say, and keeps its files', () => {
    const processed = withDump(
      ['sentry', '{"event_id":"ABCDEFABCDEFABCDEFABCDEFABCDEFAB","release":"shop@1","tags":{"a":"1"}}'],
      ['sentry[tags][b]', '2'],
      ['sentry[release]', 'shop@2'],
      ['sentry[user][id]', 'u1'],
      ['guid', '0f1e'],
      ['__proto__', 'x'],
      ['log', 'started\n', 'C:\\logs\\shop.log'],
      ['upload_file_minidump', 'another', 'b.dmp'],
    )
    expect(processed.answer).toEqual({ status: 200, id: `${'abcdef'.repeat(5)}ab` })
    expect(processed.events[0]?.event).toMatchObject({
      release: 'shop@1',
      tags: [
        ['a', '1'],
        ['b', '2'],
      ],
      user: { id: 'u1' },
      extra: { guid: '0f1e' },
    })
    expect(filesOf(processed)).toEqual([
      ['a.dmp', 'event.minidump', aMinidump().length],
      ['shop.log', 'event.attachment', 8],
      ['b.dmp', 'event.attachment', 7],
    ])
  })

  it('may have its JSON in pieces, as clients with short texts send it', () => {
    const { events } = withDump(['sentry__2', '"canary"}'], ['sentry__1', '{"environment":'])
    expect(events[0]?.event.environment).toBe('canary')
  })

  it('reads one text of JSON, and keeps others', () => {
    const { events } = withDump(['sentry', '{"release":"shop@1"}'], ['sentry', '{"dist":"2"}'])
    expect(events[0]?.event).toMatchObject({ release: 'shop@1', extra: { sentry: '{"dist":"2"}' } })
    expect(events[0]?.event.dist).toBeUndefined()
  })

  it.each([
    ['{"type":"Abort"}', 'Abort'],
    ['[{"type":"Abort"}]', 'Abort'],
    ['{"values":[]}', 'EXCEPTION_ACCESS_VIOLATION'],
    ['[]', 'EXCEPTION_ACCESS_VIOLATION'],
    ['null', 'EXCEPTION_ACCESS_VIOLATION'],
  ])('with the exception %s is called %s', (exception, type) => {
    expect(withDump(['sentry', `{"exception":${exception}}`]).events[0]?.title.type).toBe(type)
  })

  it('is taken with JSON that cannot be read, which is kept', () => {
    const { events } = withDump(['sentry', '{"release":'])
    expect(events[0]?.event.extra).toEqual({ sentry: '{"release":' })
  })

  it('keeps an exception and contexts that the sender gave', () => {
    const given = { exception: [{ type: 'Abort', value: 'by us' }], contexts: { os: { name: 'ShopOS' } } }
    const { events } = withDump(['sentry', JSON.stringify(given)])
    expect(events[0]?.title).toMatchObject({ type: 'Abort', value: 'by us' })
    expect(events[0]?.event.contexts.os).toEqual({ name: 'ShopOS', version: '10.0.19045' })
    expect(events[0]?.event.fingerprint).toBeUndefined()
  })

  it('has the same id each time that the same dump is sent, and another for another', () => {
    const idOf = (fields: FormField[]) => send(fields).answer
    const dump = aMinidump()
    const first = idOf([['upload_file_minidump', dump, 'a.dmp']])
    expect(
      idOf([
        ['guid', '1'],
        ['upload_file_minidump', dump],
      ]),
    ).toEqual(first)
    expect(sendDump().answer).toEqual(first)
    expect(sendDump({ timestamp: 1 }).answer).not.toEqual(first)
  })
})

/** The dump with a number written over it. */
function changed(at: number, value: number): Buffer {
  const dump = aMinidump()
  dump.writeUInt32LE(value, at)
  return dump
}

describe('a dump that cannot be read', () => {
  const dump = aMinidump()
  const modulesAt = dump.readUInt32LE(DIRECTORY_AT + 12 + 8)

  it.each<[string, Buffer, string]>([
    ['is none', Buffer.from('hello'), 'it does not begin with MDMP, and is not a form'],
    ['is nothing', Buffer.alloc(0), 'it does not begin with MDMP, and is not a form'],
    ['ends in its header', dump.subarray(0, 20), 'it ends too early, or points outside'],
    ['was cut off', dump.subarray(0, dump.length - 1), 'it ends too early, or points outside'],
    ['claims too many streams', changed(8, 0xffffffff), 'it ends too early, or points outside'],
    ['has its directory elsewhere', changed(12, 0xffffffff), 'it ends too early, or points outside'],
    ['has a stream elsewhere', changed(DIRECTORY_AT + 8, 0x7fffffff), 'it ends too early, or points outside'],
    [
      'has a stream that is too short',
      changed(DIRECTORY_AT + 4, 8),
      'its stream 7 ends too early, or points outside',
    ],
    [
      'claims 10,000 modules',
      changed(modulesAt, 10_000),
      'its list of modules is too short for the 10000 that it says',
    ],
    ['has a name elsewhere', changed(modulesAt + 4 + 20, 0xfffffff0), 'it ends too early, or points outside'],
    ['has an id elsewhere', changed(modulesAt + 4 + 80, 0xfffffff0), 'it ends too early, or points outside'],
  ])('because it %s is refused whole', (_name, body, why) => {
    const { answer, events, records, outcomes } = processBody('minidump', body)
    expect(answer).toEqual({ status: 400, detail: `Cannot read minidump: ${why}` })
    expect([...events, ...records]).toEqual([])
    expect(outcomes).toEqual([
      { category: 'error', outcome: 'invalid', reason: 'invalid_minidump', quantity: 1 },
    ])
  })

  it('is refused in a form too, and so is a form without one', () => {
    expect(send([['upload_file_minidump', 'hello', 'a.dmp']]).answer).toEqual({
      status: 400,
      detail: 'Cannot read minidump: it does not begin with MDMP',
    })
    expect(send([['sentry', '{}']]).answer).toEqual({
      status: 400,
      detail: 'Cannot read minidump: the form has no field upload_file_minidump',
    })
    const cut = aForm([['upload_file_minidump', dump, 'a.dmp']]).subarray(0, -40)
    expect(processBody('minidump', cut, { contentType: FORM_TYPE }).answer).toEqual({
      status: 400,
      detail: 'Cannot read form: a field does not end',
    })
  })

  it('is refused with 413 if it is larger than an attachment', () => {
    const large = Buffer.concat([dump, Buffer.alloc(32 * 1024 * 1024)])
    const { answer, outcomes } = processBody('minidump', large)
    expect(answer).toMatchObject({ status: 413 })
    expect(outcomes).toMatchObject([{ category: 'error', outcome: 'invalid', reason: 'too_large' }])
  })

  it('is answered and never throws, whatever numbers are in it', () => {
    const numbers = fc.array(fc.tuple(fc.nat(dump.length - 4), fc.nat(0xffffffff)), { maxLength: 4 })
    fc.assert(
      fc.property(numbers, fc.nat(dump.length), (changes, end) => {
        const broken = Buffer.from(dump)
        for (const [at, value] of changes) broken.writeUInt32LE(value, at)
        expect([200, 400]).toContain(processBody('minidump', broken.subarray(0, end)).answer.status)
        expect([200, 400]).toContain(processBody('minidump', broken).answer.status)
      }),
      { numRuns: 50 },
    )
  })
})

it('the first 500 of 10,000 modules are read', () => {
  const modules = Array.from({ length: 10_000 }, (_, index) => ({
    file: `${index}.dll`,
    address: BigInt(index) * 0x1000n,
    size: 0x1000,
  }))
  const crashIn = (index: bigint) =>
    sendDump({ modules, exception: { code: 0x80000003, address: index * 0x1000n } }).events[0]?.title.value
  expect(crashIn(499n)).toBe('Crashed at 499.dll+0x0')
  expect(crashIn(500n)).toBe('Crashed at 0x1f4000')
})

describe('an envelope with a dump beside its event', () => {
  const envelopeWith = (event: object, dump: Uint8Array) => {
    const json = JSON.stringify(event)
    const head = `{"event_id":"${'e'.repeat(32)}"}\n{"type":"event"}\n${json}\n{"type":"attachment","attachment_type":"event.minidump","filename":"a.dmp","length":${dump.length}}\n`
    return processBody('envelope', Buffer.concat([Buffer.from(head), dump]))
  }

  it('has the facts of the dump, where the SDK gave none', () => {
    const processed = envelopeWith({ release: 'shop@1', level: 'error' }, aMinidump())
    expect(processed.events[0]?.title.type).toBe('EXCEPTION_ACCESS_VIOLATION')
    expect(processed.events[0]?.event).toMatchObject({ release: 'shop@1', level: 'error' })
    expect(filesOf(processed)).toEqual([['a.dmp', 'event.minidump', aMinidump().length]])
  })

  it('is taken as it is where the dump cannot be read', () => {
    const processed = envelopeWith({ message: 'crashed' }, Buffer.from('hello'))
    expect(processed.events[0]?.title).toMatchObject({ type: 'Message', value: 'crashed' })
    expect(filesOf(processed)).toEqual([['a.dmp', 'event.minidump', 5]])
  })
})
