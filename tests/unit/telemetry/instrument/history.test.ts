// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { observeHistory } from '#telemetry/instrument/history.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

describe('observeHistory()', () => {
  it('notes from where to where, without secrets, and nothing when the address stays', () => {
    history.replaceState(null, '', '/cart?token=4f9a')
    const crumbs: unknown[] = []
    const stop = untilStopped((signal) => observeHistory(window, (crumb) => crumbs.push(crumb), signal))
    history.pushState(null, '', '/pay?step=2#card')
    history.replaceState({ scroll: 10 }, '')
    history.replaceState(null, '', '/done')
    stop()
    history.pushState(null, '', '/elsewhere')
    expect(crumbs).toEqual([
      {
        type: 'navigation',
        category: 'navigation',
        data: { from: '/cart?token=[Filtered]', to: '/pay?step=2#card' },
      },
      { type: 'navigation', category: 'navigation', data: { from: '/pay?step=2#card', to: '/done' } },
    ])
  })
})
