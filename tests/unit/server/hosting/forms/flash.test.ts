import { describe, expect, it } from 'vitest'
import { createFlashes, RETRY_MAX_AGE_SECONDS } from '#server/hosting/forms/flash.ts'
import { createCountedRandom } from '#tests/support/store/traced-telemetry.ts'

const flash = { message: 'done' }

function open(bounds: { entries?: number; bytes?: number } = {}) {
  let now = 0
  const { keep, take } = createFlashes({ clock: () => now, random: createCountedRandom(), ...bounds })
  const idOf = ({ value = '' }: { value: string | undefined }) => value
  return {
    keep: (...args: Parameters<typeof keep>) => idOf(keep(...args)),
    take,
    pass: (ms: number) => (now += ms),
  }
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

  it('shows nothing from long ago: a minute after a redirect, longer where somebody reads an error screen', () => {
    const { keep, take, pass } = open()
    const redirected = keep('/projects', flash)
    const failed = keep('/projects', flash, RETRY_MAX_AGE_SECONDS)
    pass(60_000)
    expect(take(redirected, '/projects')).toBeUndefined()
    expect(take(failed, '/projects')).toBe(flash)
    const late = keep('/projects', flash, RETRY_MAX_AGE_SECONDS)
    pass(RETRY_MAX_AGE_SECONDS * 1000)
    expect(take(late, '/projects')).toBeUndefined()
  })

  it('forgets the oldest when there are too many', () => {
    const { keep, take } = open({ entries: 2 })
    const ids = [1, 2, 3].map(() => keep('/projects', flash))
    expect(ids.map((id) => take(id, '/projects'))).toEqual([undefined, flash, flash])
  })

  it('forgets the oldest when they are too large together, and one that is too large alone', () => {
    const { keep, take } = open({ bytes: 100 })
    const large = { text: 'x'.repeat(30) }
    const ids = [large, large].map((one) => keep('/projects', one))
    expect(ids.map((id) => take(id, '/projects'))).toEqual([undefined, large])
    const tooLarge = keep('/projects', { text: 'x'.repeat(60) })
    expect(take(tooLarge, '/projects')).toBeUndefined()
    expect(take(keep('/projects', large), '/projects')).toBe(large) // what was forgotten takes no room
  })

  it('gives back the room of what nobody came for', () => {
    const { keep, take, pass } = open({ bytes: 100 })
    const large = { text: 'x'.repeat(30) }
    keep('/projects', large)
    pass(60_000)
    const [one, two] = [keep('/projects', flash), keep('/projects', flash)]
    expect([take(one, '/projects'), take(two, '/projects')]).toEqual([flash, flash])
  })
})
