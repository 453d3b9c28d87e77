import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toEventEntries } from '#server/api/events/entries.ts'
import { explainGrouping, groupingOf } from '#server/processing/grouping/grouping.ts'
import { parseAddress } from '#server/processing/normalize/native/address.ts'
import { isSystemFrame } from '#server/processing/normalize/native/system-frames.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import { titleOf } from '#server/processing/title.ts'
import { androidNdk, blockInvoke, macosDriver, swiftui } from '#tests/fixtures/native/events.ts'
import { runs } from '#tests/support/run/doses.ts'

const normalized = (event: Record<string, unknown>) =>
  normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 })
const framesOf = (event: Record<string, unknown>) =>
  normalized(event).exception.values[0]?.stacktrace?.frames ?? []

describe('a native crash', () => {
  it('is named and blamed on the application’s own frames, where the SDK does not say which they are', () => {
    expect(
      framesOf(swiftui)
        .filter(isOwnFrame)
        .map((frame) => frame.function),
    ).toEqual(['stripped_application_code'])
    expect(titleOf(normalized(swiftui))).toMatchObject({
      type: 'SIGABRT',
      culprit: 'stripped_application_code',
    })
    expect(titleOf(normalized(macosDriver)).culprit).toBe('<stripped application code>')
  })

  it('finds the library of an address among the images, and keeps that image', () => {
    const event = normalized(androidNdk)
    const [outer, inner] = event.exception.values[0]?.stacktrace?.frames ?? []
    expect(outer).toEqual({ instruction_addr: '0x708ebbf9', in_app: true })
    expect(inner).toMatchObject({
      instruction_addr: '0xe625e154',
      package: '/apex/com.android.runtime/lib/libart.so',
      is_system: true,
    })
    expect(event.images).toEqual(androidNdk.debug_meta.images)
  })

  it('leaves out the images that no frame is in, and counts those over the limit', () => {
    const image = (index: number) => ({
      type: 'elf',
      image_addr: 4_096 * index,
      image_size: 4_096,
      code_file: `/lib/${index}.so`,
    })
    const images = Array.from({ length: 600 }, (_, index) => image(index))
    const crash = (count: number) => ({
      platform: 'native',
      exception: [
        {
          type: 'SIGSEGV',
          stacktrace: {
            frames: Array.from({ length: count }, (_, index) => ({ instruction_addr: 4_096 * index + 7 })),
          },
        },
      ],
      debug_meta: {
        images: [...images, image(0), { type: 'proguard', uuid: '6862a0a0-9544-2d09-1756-e30ba2dff37d' }],
      },
    })
    const kept = normalized(crash(3)).images ?? []
    expect(kept.map(({ code_file, type }) => code_file ?? type)).toEqual([
      '/lib/0.so',
      '/lib/1.so',
      '/lib/2.so',
      'proguard',
    ])
    const many = normalized(crash(150))
    expect(many.images).toHaveLength(100)
    expect(many.ingestion_warnings).toContain('images: the first 100 of 151 were kept')
  })

  it('keeps what the operating system says of it, which names an NSError', () => {
    expect(normalized(swiftui).exception.values[0]?.mechanism?.meta).toEqual(
      swiftui.exception.values[0]?.mechanism.meta,
    )
    expect(titleOf(normalized(blockInvoke))).toEqual({
      type: 'NSError',
      value: 'Error.noExperimentsWhenBucketQueried, code 2',
      culprit: '__30-[TWAnalyticsBatcher spadeURL]_block_invoke',
    })
  })

  it('is answered by API with Sentry’s names', () => {
    const entries = toEventEntries(normalized(androidNdk))
    expect(entries.at(-1)).toEqual({ type: 'debugmeta', data: { images: androidNdk.debug_meta.images } })
    const frames = entries.map(({ data }) => ('values' in data ? JSON.stringify(data.values) : ''))
    expect(JSON.parse(frames[0] ?? '')[0].stacktrace.frames[1]).toMatchObject({
      package: '/apex/com.android.runtime/lib/libart.so',
      instructionAddr: '0xe625e154',
      inApp: false,
    })
  })

  it('keeps its issue, whose key version 1 made with the frames of the system', () => {
    for (const event of [swiftui, androidNdk, blockInvoke, macosDriver]) {
      const now = normalized(event)
      const before = structuredClone(now)
      for (const frame of before.exception.values.flatMap(({ stacktrace }) => stacktrace?.frames ?? []))
        delete frame.is_system
      const [{ key, formerKey = key }, grouping] = [groupingOf(now), groupingOf(before)]
      expect(formerKey).toBe(grouping.formerKey ?? grouping.key)
      expect(explainGrouping(now, 1)).toMatchObject({ key: formerKey })
    }
  })

  it('is one issue on two versions of a system, whose frames differ', () => {
    const onOther = structuredClone(swiftui)
    for (const frame of onOther.exception.values[0]?.stacktrace.frames ?? [])
      if ('package' in frame) frame.function += '_v2'
    const [one, other] = [groupingOf(normalized(swiftui)), groupingOf(normalized(onOther))]
    expect(one.key).toBe(other.key)
    expect(one.formerKey).not.toBe(other.formerKey)
    expect(explainGrouping(normalized(swiftui)).lines.map(({ text }) => text)).toContain(
      ':stripped_application_code',
    )
  })

  it('is scrubbed, but for its numbers', () => {
    const event = scrub(normalized(androidNdk), scrubberFor())
    expect(event.images).toEqual(androidNdk.debug_meta.images)
    const secret = `/srv/app?token=${'S3CRET'}`
    const scrubbed = scrub(
      normalized({
        debug_meta: { images: [{ type: 'elf', code_file: secret, debug_id: secret, code_id: 'password=x' }] },
        exception: [{ type: 'E', mechanism: { type: 'x', meta: { api_key: 'S3CRET' } } }],
      }),
      scrubberFor(),
    )
    expect(JSON.stringify(scrubbed)).not.toMatch(/S3CRET|password/)
  })
})

describe('isSystemFrame()', () => {
  it.each<[string, string]>([
    ['C:\\WINDOWS\\SYSTEM32\\ntdll.dll', 'native'],
    ['KERNELBASE.dll', 'native'],
    ['/System/Library/Frameworks/AppKit.framework/Versions/C/AppKit', 'cocoa'],
    ['/usr/lib/swift/libswiftCore.dylib', 'cocoa'],
    ['/private/var/containers/Bundle/Application/X/Shop.app/Frameworks/libswiftCore.dylib', 'cocoa'],
    ['/private/var/containers/Bundle/Application/X/Shop.app/Frameworks/Sentry.framework/Sentry', 'cocoa'],
    ['CoreFoundation', 'cocoa'],
    ['libobjc.A.dylib', 'cocoa'],
    ['/system/lib64/libc.so', 'native'],
    ['/apex/com.android.runtime/lib64/bionic/libc.so', 'native'],
    ['/vendor/lib64/egl/libGLESv2_adreno.so', 'native'],
    ['/lib64/ld-linux-x86-64.so.2', 'native'],
    ['/usr/lib/x86_64-linux-gnu/libstdc++.so.6', 'native'],
    ['libc.so.6', 'native'],
    ['linux-gate.so.1', 'native'],
  ])('knows %s', (library, platform) => {
    expect(isSystemFrame({ package: library }, platform)).toBe(true)
  })

  it.each<[string, string]>([
    ['C:\\Program Files\\Shop\\shop.exe', 'native'],
    ['/private/var/containers/Bundle/Application/X/Shop.app/Shop', 'cocoa'],
    ['/Applications/Shop.app/Contents/MacOS/Shop', 'cocoa'],
    ['Shop', 'cocoa'],
    ['/data/app/com.shop-1/lib/arm64/libshop.so', 'native'],
    ['/opt/shop/lib/libshop.so', 'native'],
    ['libshop.so', 'native'],
    ['CoreFoundation', 'csharp'],
  ])('leaves %s to the application', (library, platform) => {
    expect(isSystemFrame({ package: library }, platform)).toBe(false)
  })

  it('knows Android’s modules, and the functions of C++ and Rust', () => {
    expect(isSystemFrame({ module: 'com.android.internal.os.ZygoteInit' }, 'java')).toBe(true)
    expect(isSystemFrame({ module: 'com.androidshop.Cart' }, 'java')).toBe(false)
    expect(isSystemFrame({ function: 'std::panicking::begin_panic' }, 'native')).toBe(true)
    expect(isSystemFrame({ function: 'stdout::write' }, 'native')).toBe(false)
  })

  it('says nothing where the SDK has decided', () => {
    const frame = { function: 'main', package: '/usr/lib/shop.so', in_app: true }
    const [read] = framesOf({
      platform: 'native',
      exception: [{ type: 'E', stacktrace: { frames: [frame] } }],
    })
    expect(read).toEqual(frame)
  })
})

it('takes addresses in both notations, and nothing else', () => {
  expect([parseAddress('0xE5D95000'), parseAddress('16'), parseAddress(16)]).toEqual([0xe5d95000n, 16n, 16n])
  expect([parseAddress('0x'), parseAddress('1e9'), parseAddress(-1), parseAddress(null)]).toEqual(
    Array(4).fill(undefined),
  )
})

it('takes any images and addresses', () => {
  const anything = fc.oneof(fc.anything(), fc.constantFrom('0x10', '0xffffffffffffffff', 16, -1, 1e300))
  const image = fc.record({ type: anything, image_addr: anything, image_size: anything, code_file: anything })
  const frame = fc.record({ instruction_addr: anything, package: anything, function: anything })
  fc.assert(
    fc.property(fc.array(image), fc.array(frame), (images, frames) => {
      normalized({ debug_meta: { images }, exception: [{ type: 'E', stacktrace: { frames } }] })
    }),
    { numRuns: runs(30) },
  )
})
