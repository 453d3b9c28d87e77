import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LogList } from '#renderer/views/log/LogList.tsx'
import type { LogSummary } from '#server/models/logs.ts'

const aLog = (more: Partial<LogSummary> = {}): LogSummary => ({
  id: 1,
  projectSlug: 'shop',
  timestampUs: Date.UTC(2026, 10, 21, 10) * 1000,
  level: 'warn',
  body: 'payment slow',
  attributes: { order: 1042 },
  traceId: 'ab'.repeat(16),
  spanId: null,
  release: null,
  environment: 'production',
  event: null,
  ...more,
})
const html = (...logs: LogSummary[]) => renderToStaticMarkup(<LogList logs={logs} showsProject={true} />)

it('shows what was written, its attributes, and the ways on', () => {
  const markup = html(aLog({ event: { issueId: 7, eventId: 'e1' } }))
  expect(markup).toContain('payment slow')
  expect(markup).toContain('1042')
  expect(markup).toContain(`href="/traces/${'ab'.repeat(16)}"`)
  expect(markup).toContain('href="/issues/7/events/e1"')
  expect(markup).toContain('data-level="warning"')
})

it('says a day once', () => {
  const before = aLog({ id: 2, timestampUs: Date.UTC(2026, 10, 20, 10) * 1000 })
  expect(html(aLog(), aLog({ id: 3 }), before).match(/Nov 2026, times in UTC/g)).toHaveLength(2)
})

it('executes nothing, and stays small, whatever it is told', () => {
  const hostile = `<script>alert(1)</script>\u001b[31m${'x'.repeat(1_000_000)}`
  const markup = html(
    aLog({ body: hostile, attributes: { '<img src=x>': hostile, link: 'javascript:alert(1)' } }),
  )
  expect(markup).not.toContain('<script>')
  expect(markup).not.toContain('<img')
  expect(markup).not.toContain('href="javascript')
  expect(markup.length).toBeLessThan(10_000)
})
