import { beforeEach, describe, expect, it } from 'vitest'
import { createLateAddress } from '#renderer/navigation/late-address.ts'

function open() {
  const changes: string[] = []
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false })
  const history = {
    pushState: (_state: unknown, _unused: string, url: string) => changes.push(url),
    replaceState: () => changes.push('replaced'),
  }
  const location = { hash: '' }
  const window = Object.assign(page, {
    ...{ document, history, location },
    requestAnimationFrame: (work: () => void) => frames.push(work),
    setTimeout: (work: () => void) => timers.push(work),
  }) as unknown as Window // what is asked of it
  const address = createLateAddress(window)
  const run = (works: (() => void)[]) => {
    for (const work of works.splice(0)) work()
  }
  const push = (url: string) => history.pushState(null, '', url)
  return {
    address,
    changes,
    document,
    history,
    location,
    page,
    push,
    frame: () => run(frames),
    timer: () => run(timers),
  }
}

let desk: ReturnType<typeof open>
beforeEach(() => {
  desk = open()
})

describe('the address of a page that a click leads to', () => {
  beforeEach(() => desk.address.expect('/traces'))

  it('changes after the frame', () => {
    desk.push('/traces')
    desk.frame()
    expect(desk.changes).toEqual([])
    desk.timer()
    expect(desk.changes).toEqual(['/traces'])
  })

  it('changes before what is to come after it', () => {
    desk.push('/traces')
    desk.address.after(() => desk.changes.push('title'))
    expect(desk.changes).toEqual([])
    desk.frame()
    desk.timer()
    expect(desk.changes).toEqual(['/traces', 'title'])
  })

  it('changes at once where it is asked for, and once', () => {
    desk.push('/traces')
    desk.address.settle()
    desk.frame()
    desk.timer()
    expect(desk.changes).toEqual(['/traces'])
  })

  it.each(['replaceState', 'pushState'] as const)('changes before another %s()', (name) => {
    desk.push('/traces')
    desk.history[name](null, '', 'replaced')
    expect(desk.changes).toEqual(['/traces', 'replaced'])
  })

  it('changes when the page is hidden, which has no frames', () => {
    desk.push('/traces')
    desk.document.dispatchEvent(new Event('visibilitychange'))
    expect(desk.changes).toEqual(['/traces'])
  })

  it('never changes after the visitor has gone back', () => {
    desk.push('/traces')
    desk.page.dispatchEvent(new Event('popstate'))
    desk.frame()
    desk.timer()
    expect(desk.changes).toEqual([])
  })

  it('changes at once on a hidden page', () => {
    desk.document.hidden = true
    desk.push('/traces')
    expect(desk.changes).toEqual(['/traces'])
  })

  it('changes at once where a hash names a place', () => {
    desk.location.hash = '#content'
    desk.push('/traces')
    desk.address.expect('/logs#newest')
    desk.push('/logs#newest')
    expect(desk.changes).toEqual(['/traces', '/logs#newest'])
  })

  it('does not wait a second time', () => {
    desk.push('/traces')
    desk.push('/traces')
    expect(desk.changes).toEqual(['/traces', '/traces'])
  })
})

it('any other address changes at once, and so does what comes after it', () => {
  desk.address.expect('/traces')
  desk.push('/sign-in')
  desk.address.after(() => desk.changes.push('title'))
  expect(desk.changes).toEqual(['/sign-in', 'title'])
})
