import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { expect, test, vi } from 'vitest'
import { CachedRows } from '#renderer/shell/CachedRows.tsx'
import { createCachedMarkup, type RowElement } from '#renderer/shell/cached-markup.ts'

function Cells({ name, count }: { name: string; count: number }) {
  return (
    <>
      <td>
        {name} and {count}
      </td>
      <td title={name} />
    </>
  )
}

function Broken(_props: { name: string }): ReactElement {
  throw new Error('not today')
}

/** A row with these cells, as the cache is asked for it. */
function rowOf(cells: ReactElement, attributes: { className?: string } = {}): RowElement {
  return <tr {...attributes}>{cells}</tr>
}

function start(limit = 100) {
  const waiting: (() => void)[] = []
  const render = vi.fn(renderToString)
  const rows = createCachedMarkup({ render, later: (callback) => waiting.push(callback), limit })
  const cache = { find: (cells: ReactElement) => rows.find(rowOf(cells)) }
  const settle = () => {
    for (const callback of waiting.splice(0)) callback()
  }
  /** Asks until it would be kept. */
  function keep(element: ReactElement) {
    cache.find(element)
    cache.find(element)
    settle()
  }
  return { cache, rows, render, settle, keep }
}

test('keeps what is asked for twice, as React renders it', () => {
  const { cache, settle, render } = start()
  const cells = <Cells name="a < b" count={3} />
  expect(cache.find(cells)).toBeUndefined()
  settle()
  expect(cache.find(cells)).toBeUndefined()
  expect(cache.find(cells)).toBeUndefined()
  expect(render).not.toHaveBeenCalled()
  settle()
  expect(cache.find(<Cells name="a < b" count={3} />)).toBe(renderToString(rowOf(cells)))
  expect(render).toHaveBeenCalledTimes(1)
})

test('never takes one row for another', () => {
  const { cache, rows, keep } = start()
  keep(<Cells name="a" count={3} />)
  expect(cache.find(<Cells name="a" count={4} />)).toBeUndefined()
  expect(cache.find(<Cells name="b" count={3} />)).toBeUndefined()
  expect(rows.find(rowOf(<Cells name="a" count={3} />, { className: 'new' }))).toBeUndefined()
  function Others({ name, count }: { name: string; count: number }) {
    return <td>{name + count}</td>
  }
  expect(cache.find(<Others name="a" count={3} />)).toBeUndefined()
})

function Row({ issue, age, reader }: { issue: { id: string }; age: string; reader: { zone: string } }) {
  return <td>{`${issue.id}, ${age}, ${reader.zone}`}</td>
}

test.each([
  ['frozen', Object.freeze({ id: 'a' })],
  ['of one request', { id: 'a' }],
])('knows a row that is %s by what is in it, and what stands beside it', (_name, issue) => {
  const { cache, keep } = start()
  const row = (own: { id: string }, age: string, zone: string) => (
    <Row issue={own} age={age} reader={{ zone }} />
  )
  keep(row(issue, '3 d', 'UTC'))
  const markup = '<tr><td>a, 3 d, UTC</td></tr>'
  expect(cache.find(row(issue, '3 d', 'UTC'))).toBe(markup)
  expect(cache.find(row({ id: 'a' }, '3 d', 'UTC'))).toBe(markup)
  expect(cache.find(row(issue, '4 d', 'UTC'))).toBeUndefined()
  expect(cache.find(row(issue, '3 d', 'Asia/Tokyo'))).toBeUndefined()
  expect(cache.find(row({ id: 'b' }, '3 d', 'UTC'))).toBeUndefined()
  expect(cache.find(row(issue, '3 d', 'UTC'))).toBe(markup)
  function OtherRow(props: Parameters<typeof Row>[0]) {
    return <Row {...props} />
  }
  expect(cache.find(<OtherRow issue={issue} age="3 d" reader={{ zone: 'UTC' }} />)).toBeUndefined()
})

test('never takes a text for a number, or the end of one for the beginning of the next', () => {
  const { cache, keep } = start()
  function Two({ a, b }: { a: string | number; b: string }) {
    return <td>{`${a} and ${b}`}</td>
  }
  keep(<Two a={1} b="x" />)
  expect(cache.find(<Two a="1" b="x" />)).toBeUndefined()
  keep(<Two a="1,b:1:2" b="3" />)
  expect(cache.find(<Two a="1" b="2,b:1:3" />)).toBeUndefined()
})

test('forgets what nobody asked for while twice as many others were', () => {
  const { cache, keep } = start(4)
  const [used, unused] = [<Cells key={1} name="used" count={1} />, <Cells key={2} name="unused" count={1} />]
  keep(used)
  keep(unused)
  for (let count = 2; count < 12; count++) {
    expect(cache.find(used)).toBeDefined()
    cache.find(<Cells name="other" count={count} />)
  }
  expect(cache.find(unused)).toBeUndefined()
})

test('keeps nothing that fails, or that is long', () => {
  const { cache, keep } = start()
  const long = <Cells name={'x'.repeat(10_000)} count={1} />
  keep(<Broken name="a" />)
  keep(long)
  expect(cache.find(<Broken name="a" />)).toBeUndefined()
  expect(cache.find(long)).toBeUndefined()
})

test('a table is the same with all of its rows cached, with some and with none', () => {
  const { rows, settle } = start()
  const rendered = (names: string[], cachedMarkup?: typeof rows) =>
    renderToString(
      <VikeReactProviderPageContext pageContext={{ cachedMarkup } as never}>
        <table>
          <CachedRows>
            {names.map((name) => (
              <tr key={name} className="row" data-level="a > b">
                <Cells name={name} count={2} />
              </tr>
            ))}
          </CachedRows>
        </table>
      </VikeReactProviderPageContext>,
    )
  const two = ['<é>', 'b']
  const plain = rendered(two)
  expect(plain).toContain('<tr class="row" data-level="a &gt; b"><td>&lt;é&gt;<!-- --> and')
  expect(rendered(two, rows)).toBe(plain)
  expect(rendered(two, rows)).toBe(plain)
  settle()
  expect(rows.find(rowOf(<Cells name="b" count={2} />))).toBeUndefined()
  expect(rendered(two, rows)).toBe(plain)
  const three = ['<é>', 'c', 'b']
  expect(rendered(three, rows)).toBe(rendered(three))
  expect(rendered([], rows)).toBe(rendered([]))
})
