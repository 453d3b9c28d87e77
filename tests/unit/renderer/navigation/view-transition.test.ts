import { describe, expect, it } from 'vitest'
import { withViewTransition } from '#renderer/navigation/view-transition.ts'

type TransitionDocument = Parameters<typeof withViewTransition>[0]

function aDocument({ wantsMotion = true, visibilityState = 'visible' as DocumentVisibilityState } = {}) {
  let started = 0
  const document = {
    visibilityState,
    defaultView: { matchMedia: () => ({ matches: wantsMotion }) },
    startViewTransition(update: () => Promise<void>) {
      started++
      return { updateCallbackDone: update(), ready: Promise.reject(new Error('skipped')) }
    },
  } as unknown as TransitionDocument // what is read of it
  return { document, started: () => started }
}

describe('withViewTransition()', () => {
  it.each([
    ['wanted', {}, 1],
    ['not wanted', { wantsMotion: false }, 0],
    ['not seen', { visibilityState: 'hidden' as const }, 0],
  ])('renders with motion where it is %s', async (_name, options, expected) => {
    const { document, started } = aDocument(options)
    let rendered = 0
    await withViewTransition(document, async () => {
      rendered++
    })
    expect(rendered).toBe(1)
    expect(started()).toBe(expected)
  })

  it('renders where the browser has none', async () => {
    const { document } = aDocument()
    delete document.startViewTransition
    let rendered = 0
    await withViewTransition(document, async () => {
      rendered++
    })
    expect(rendered).toBe(1)
  })

  it('fails with what the rendering throws', async () => {
    const { document } = aDocument()
    const render = () => Promise.reject(new Error('no price'))
    await expect(withViewTransition(document, render)).rejects.toThrow('no price')
  })
})
