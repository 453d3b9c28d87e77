import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MonitorTable } from '#renderer/views/monitor/MonitorTable.tsx'
import type { MonitorSummary } from '#server/desk/records/monitors.ts'
import { NOW } from './an-event.ts'

const HOUR_MS = 3_600_000

const monitor: MonitorSummary = {
  id: 1,
  slug: 'nightly-report',
  projectId: 2,
  projectSlug: 'shop',
  createdAt: NOW,
  config: null,
  schedule: 'every 2 hours',
  environments: [
    {
      name: 'production',
      state: 'ok',
      runs: [],
      message: null,
      lastAt: NOW - HOUR_MS,
      nextAt: NOW + 2 * HOUR_MS,
    },
  ],
}

const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('says in the heads of times what they are of', () => {
  const words = wordsOf(renderToStaticMarkup(<MonitorTable monitors={[monitor]} now={NOW} />))
  expect(words).toContain('Monitor State Recent runs Last run Next run')
  expect(words).toContain('nightly-report shop production every 2 hours ok')
  expect(words).toMatch(/ last 1 h ago .*next in 2 h/)
})
