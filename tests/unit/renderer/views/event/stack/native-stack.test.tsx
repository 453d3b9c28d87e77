import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { boundEvent } from '#renderer/page/bound-event.ts'
import { ImagesSection } from '#renderer/views/event/sections/ImagesSection.tsx'
import { StackTrace } from '#renderer/views/event/stack/StackTrace.tsx'
import { formatStack } from '#server/export/stack-text.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { androidNdk, blockInvoke, swiftui } from '#tests/fixtures/native/events.ts'
import { anEvent } from '#tests/unit/renderer/ui/an-event.ts'

const normalized = (event: Record<string, unknown>) =>
  normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 })
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const shown = (event: Record<string, unknown>) =>
  wordsOf(
    renderToStaticMarkup(
      <StackTrace exceptions={normalized(event).exception.values} textPath="stack.txt" editor={null} />,
    ),
  )

it('names the libraries of native frames, and collapses those of the system', () => {
  const words = shown(swiftui)
  expect(words).toMatch(/frames in libsystem_kernel.dylib, libsystem_c.dylib, AttributeGraph and 4 more/)
  expect(words).toContain('_didMoveFromWindow:toWindow:] UIKitCore')
  expect(words).toContain('stripped_application_code unknown file')
})

it('shows addresses where no function is known, each for itself', () => {
  const words = shown(androidNdk)
  expect(words).toMatch(
    /0xbcc196b4 unknown file 3 frames in libart.so 0xe5ed9f68 libart.so .*0x708ebbf9 unknown file/,
  )
  expect(words).not.toContain('(anonymous)')
})

it('says what the operating system said', () => {
  expect(shown(swiftui)).toContain('Signal SIGABRT (6) · Mach exception EXC_CRASH (10)')
  expect(shown(androidNdk)).toContain('Signal SIGSEGV (11)')
  expect(shown(blockInvoke)).toContain('NSError Error.noExperimentsWhenBucketQueried, code 2')
})

it('lists the images with their addresses and ids, as many as fit the page', () => {
  const { images = [] } = normalized(androidNdk)
  expect(wordsOf(renderToStaticMarkup(<ImagesSection images={images} />))).toBe(
    ' Loaded images 1 image libart.so 0xe5d95000 · 6862a0a0-9544-2d09-1756-e30ba2dff37d ',
  )
  const many = Array.from({ length: 100 }, (_, index) => ({
    type: 'elf',
    code_file: `/lib/${index}/${'x'.repeat(100)}.so`,
  }))
  const { event, leftOut } = boundEvent(anEvent({ images: many }))
  expect(JSON.stringify(event.payload.images).length).toBeLessThan(6_200)
  expect(leftOut.join()).toMatch(/^\d+ images$/)
})

it('is exported with libraries, addresses and what the operating system said', () => {
  expect(formatStack(normalized(androidNdk).exception.values)).toBe(`SIGSEGV: Segfault
    ({"signal":{"name":"SIGSEGV","number":11}})
    at 0xbcc196b4 (unknown file)
    at 0xe5ed9f68 (/apex/com.android.runtime/lib/libart.so)
    at 0xe62f1330 (/apex/com.android.runtime/lib/libart.so)
    at 0xe625e154 (/apex/com.android.runtime/lib/libart.so)
    at 0x708ebbf9 (unknown file)`)
})
