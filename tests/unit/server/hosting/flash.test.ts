import { describe, expect, it } from 'vitest'
import { createFlashes, FLASH_MAX_AGE_SECONDS } from '../../../../server/hosting/flash.ts'
import { createCountedRandom } from '../../../support/traced-telemetry.ts'

const flash = { message: 'done' }

function open(entries?: number) {
  let now = 0
  const flashes = createFlashes({
    clock: () => now,
    random: createCountedRandom(),
    ...(entries === undefined ? {} : { entries }),
  })
  return { ...flashes, pass: (ms: number) => (now += ms) }
}

describe('createFlashes', () => {
  it('shows once, on the page that it belongs to', () => {
    const { keep, take } = open()
    const id = keep('/projects', flash)
    expect(take(id, '/issues')).toBeUndefined()
    expect(take(id, '/projects')).toBe(flash)
    expect(take(id, '/projects')).toBeUndefined()
    expect(take('guessed', '/projects')).toBeUndefined()
  })

  it('shows nothing from long ago', () => {
    const { keep, take, pass } = open()
    const id = keep('/projects', flash)
    pass(FLASH_MAX_AGE_SECONDS * 1000)
    expect(take(id, '/projects')).toBeUndefined()
  })

  it('forgets the oldest when there are too many', () => {
    const { keep, take } = open(2)
    const ids = [1, 2, 3].map(() => keep('/projects', flash))
    expect(ids.map((id) => take(id, '/projects'))).toEqual([undefined, flash, flash])
  })
})
