import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Legend } from '#renderer/views/trace/waterfall/Legend.tsx'

type Trace = Parameters<typeof Legend>[0]['trace']

const wordsOf = (trace: Pick<Trace, 'minimap' | 'rows'>) =>
  renderToStaticMarkup(<Legend trace={trace} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('names only what the trace has, in one order', () => {
  const paths = [
    { tone: 'error', d: '' },
    { tone: 'log', d: '' },
    { tone: 'browser', d: '' },
  ] as const
  expect(wordsOf({ minimap: { width: 1, height: 1, paths: [...paths] }, rows: [] })).toBe('Browser Failed')
})

it('is empty where nothing is drawn', () => {
  expect(wordsOf({ minimap: null, rows: [] })).toBe('')
})
