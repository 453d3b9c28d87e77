import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StorageTable } from '../../../../renderer/ui/project/StorageTable.tsx'
import type { StorageUse } from '../../../../server/store/storage-use.ts'

it('says how much there is of each category', () => {
  const usage: StorageUse[] = [
    { projectId: 1, projectSlug: 'shop', category: 'events', quantity: 12_400, bytes: 8_100_000 },
    { projectId: 1, projectSlug: 'shop', category: 'check_ins', quantity: 1, bytes: 260 },
  ]
  const words = renderToStaticMarkup(<StorageTable usage={usage} />).replace(/<[^>]*>/g, ' ')
  expect(words.replace(/\s+/g, ' ').trim()).toBe(
    'On the disk, about Kind Items Size Events 12,400 8.1 MB Check-ins 1 260 B',
  )
})

it('is not there when nothing is stored', () => {
  expect(renderToStaticMarkup(<StorageTable usage={[]} />)).toBe('')
})
