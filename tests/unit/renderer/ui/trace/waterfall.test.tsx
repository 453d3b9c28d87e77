import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { parseTraceAddress, toTraceView } from '#renderer/views/trace/trace-address.ts'
import { Waterfall } from '#renderer/views/trace/waterfall/Waterfall.tsx'
import { showTrace } from '#server/traces/waterfall/show-trace.ts'
import { aWaterfall } from '#tests/support/builders/a-waterfall.ts'

const address = parseTraceAddress(new URLSearchParams())

it('has its blocks of rows between two edges that stay as blocks come and go', () => {
  const rows = Array.from({ length: 20 }, (_, index) => aWaterfall.row({ key: `k${index}` }))
  const trace = {
    ...showTrace(aWaterfall({ rows }), toTraceView(address)),
    releases: [],
    minimap: null,
    span: null,
  }
  const html = renderToStaticMarkup(
    <Waterfall trace={trace} address={address} onAddress={() => {}} onOpen={() => {}} />,
  )
  const group = html.slice(html.indexOf('role="rowgroup"'))
  expect(group).toMatch(/^role="rowgroup"[^>]*><div hidden=""><\/div><div[^>]* role="presentation">/)
  expect(group).toMatch(/<\/div><div hidden=""><\/div><\/div><\/div><\/div>$/)
  expect(group.match(/role="presentation"/g)).toHaveLength(3)
})
