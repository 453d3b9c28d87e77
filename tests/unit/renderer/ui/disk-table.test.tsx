import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DiskTable } from '#renderer/views/usage/DiskTable.tsx'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'

it('says how much there is of each category', () => {
  const usage: StorageUse[] = [
    { projectId: 1, projectSlug: 'shop', category: 'events', quantity: 12_400, bytes: 8_100_000 },
    { projectId: 1, projectSlug: 'shop', category: 'check_ins', quantity: 1, bytes: 260 },
  ]
  expect(wordsOf(<DiskTable use={usage} isOfOne />)).toBe(
    'Storage (estimate) Kind Items Size Relative size Events 12,400 8.1 MB Check-ins 1 260 B',
  )
  expect(wordsOf(<DiskTable use={usage} />)).toBe(
    'Storage (estimate) Project Kind Items Size Relative size shop Events 12,400 8.1 MB shop Check-ins 1 260 B',
  )
})

it('is not there when nothing is stored', () => {
  expect(renderToStaticMarkup(<DiskTable use={[]} />)).toBe('')
})

function wordsOf(table: ReactNode): string {
  const words = renderToStaticMarkup(table).replace(/<[^>]*>/g, ' ')
  return words.replace(/\s+/g, ' ').trim()
}
