import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { expect, test, vi } from 'vitest'
import { CachedRow } from '#renderer/shell/CachedRow.tsx'
import { createCachedMarkup } from '#renderer/shell/cached-markup.ts'

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

function start(limit = 100) {
  const waiting: (() => void)[] = []
  const render = vi.fn(renderToString)
  const cache = createCachedMarkup({ render, later: (callback) => waiting.push(callback), limit })
  const settle = () => {
    for (const callback of waiting.splice(0)) callback()
  }
  /** Asks until it would be kept. */
  function keep(element: ReactElement) {
    cache.find(element)
    cache.find(element)
    settle()
  }
  return { cache, render, settle, keep }
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
  expect(cache.find(<Cells name="a < b" count={3} />)).toBe(renderToString(cells))
  expect(render).toHaveBeenCalledTimes(1)
})

test('never takes one element for another', () => {
  const { cache, keep } = start()
  keep(<Cells name="a" count={3} />)
  expect(cache.find(<Cells name="a" count={4} />)).toBeUndefined()
  expect(cache.find(<Cells name="b" count={3} />)).toBeUndefined()
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
  const markup = '<td>a, 3 d, UTC</td>'
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

test('a row is the same, cache or not', () => {
  const { cache, settle } = start()
  const rendered = (cachedMarkup?: typeof cache) =>
    renderToString(
      <VikeReactProviderPageContext pageContext={{ cachedMarkup } as never}>
        <table>
          <tbody>
            <CachedRow className="row">
              <Cells name="<é>" count={2} />
            </CachedRow>
          </tbody>
        </table>
      </VikeReactProviderPageContext>,
    )
  const plain = rendered()
  expect(rendered(cache)).toBe(plain)
  expect(rendered(cache)).toBe(plain)
  settle()
  expect(cache.find(<Cells name="<é>" count={2} />)).toBeDefined()
  expect(rendered(cache)).toBe(plain)
})
