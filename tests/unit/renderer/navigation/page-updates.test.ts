import { describe, expect, it } from 'vitest'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'

describe('createPageUpdates()', () => {
  it('gives what is newest of each page, and tells who listens', () => {
    const updates = createPageUpdates<{ title: string }>()
    const first = { title: 'first' }
    const second = { title: 'second' }
    let heard = 0
    const stop = updates.subscribe(() => heard++)
    expect(updates.newest(first)).toBe(first)
    updates.replace(first, { title: 'newer' })
    updates.replace(first, { title: 'newest' })
    expect(updates.newest(first)).toEqual({ title: 'newest' })
    expect(updates.newest(second)).toBe(second)
    stop()
    updates.replace(second, first)
    expect(heard).toBe(2)
  })
})
