import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StackTrace } from '#renderer/views/event/stack/StackTrace.tsx'
import type { NormalizedException } from '#server/processing/event.ts'
import { exceptionTree } from '#server/processing/stack/exception-tree.ts'
import { aggregateError, pythonGroup } from '#tests/fixtures/exceptions/groups.ts'

const shown = (exceptions: NormalizedException[]) =>
  renderToStaticMarkup(
    <StackTrace
      exceptions={exceptions}
      tree={exceptionTree(exceptions)}
      textPath="stack.txt"
      editor={null}
    />,
  )
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('lists the members of a group below it, with their places, and groups in groups', () => {
  expect(wordsOf(shown(pythonGroup))).toMatch(
    /ExceptionGroup .*nested .*3 exceptions in this group exceptions\[0\] ValueError 123 exceptions\[1\] ExceptionGroup imports 2 exceptions in this group exceptions\[0\] ImportError no.such.module exceptions\[1\] ModuleNotFoundError another.module exceptions\[2\] TypeError int/,
  )
})

it('opens the first exception with calls that holds no others, and collapses the rest', () => {
  const members = shown(aggregateError).split('<ol')[1] ?? ''
  const open = members.match(/<details[^>]* open=""[^>]*><summary.*?<\/summary>/g) ?? []
  expect(open.map(wordsOf).join()).toContain('errors[0]')
  expect(open.map(wordsOf).join()).not.toContain('errors[1]')
  expect(wordsOf(members)).toMatch(
    /errors\[0\] Error first .*caused by RangeError .*errors\[1\] TypeError second/,
  )
})

it('collapses the members after the tenth', () => {
  const member = (id: number): NormalizedException => ({
    type: `E${id}`,
    mechanism: { type: 'chained', exception_id: id, parent_id: 0 },
  })
  const members = Array.from({ length: 49 }, (_, index) => member(49 - index))
  const html = shown([...members, { type: 'Group', mechanism: { type: 'x', exception_id: 0 } }])
  expect(wordsOf(html)).toMatch(/49 exceptions in this group E1 .*E10 Show 39 more exceptions E11 .*E49/)
})

it('says how an exception came up in another one, where it is not just its cause', () => {
  const chain = (source: string) =>
    wordsOf(shown([{ type: 'Root', mechanism: { type: 'chained', source } }, { type: 'Outer' }]))
  expect(chain('__context__')).toMatch(/caused by __context__ Root/)
  expect(chain('cause')).toMatch(/caused by Root/)
})

it('says once that the project has no source maps', () => {
  const explanation = { problem: 'No source maps.', remedy: 'Upload them.', command: null }
  const mapping = {
    isMapped: false,
    reason: 'nothing_uploaded',
    found: '',
    expected: '',
    explanation,
  } as const // a reason
  const frame = (filename: string) => ({ filename, in_app: true, mapping })
  const thrown = (type: string, ...files: string[]) => ({ type, stacktrace: { frames: files.map(frame) } })
  const html = shown([thrown('Root', 'c.js'), thrown('Outer', 'a.js', 'b.js')])
  expect(html.split('No source maps.')).toHaveLength(2)
})
