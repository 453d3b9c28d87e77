import { describe, expect, it } from 'vitest'
import { observeConsole } from '#telemetry/instrument/console.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

function start() {
  const printed: unknown[][] = []
  const crumbs: unknown[] = []
  const print = (...args: unknown[]) => {
    printed.push(args)
  }
  const target = { debug: print, info: print, log: print, warn: print, error: print }
  const stop = untilStopped((signal) => observeConsole(target, (crumb) => crumbs.push(crumb), signal))
  return { target, printed, crumbs, stop, print }
}

describe('observeConsole()', () => {
  it('notes what is printed and prints it as it was', () => {
    const { target, printed, crumbs } = start()
    const cart = { items: 2 }
    target.warn('low stock', cart, 10n)
    target.log('done')
    expect(printed).toEqual([['low stock', cart, 10n], ['done']])
    expect(printed[0]?.[1]).toBe(cart)
    expect(crumbs).toEqual([
      { category: 'console', level: 'warning', message: 'low stock {"items":2} 10' },
      { category: 'console', level: 'info', message: 'done' },
    ])
  })

  it('does not go round in circles when a value prints while it is read', () => {
    const { target, printed, crumbs } = start()
    target.error({
      toJSON() {
        target.log('reading')
        return 'value'
      },
    })
    expect(printed).toHaveLength(2)
    expect(crumbs).toEqual([{ category: 'console', level: 'error', message: 'value' }])
  })

  it('takes all of itself away', () => {
    const { target, crumbs, stop, print } = start()
    stop()
    target.error('x')
    expect(Object.values(target)).toEqual([print, print, print, print, print])
    expect(crumbs).toEqual([])
  })
})
