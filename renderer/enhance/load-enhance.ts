let isAsked = false

/** Once the page is there and idle: what it brings (renderer/enhance/) no page needs. */
export function loadDesk(window: Window & typeof globalThis): void {
  if (isAsked) return
  isAsked = true
  const load = async () => {
    try {
      const { startDesk } = await import('./start-enhance.ts')
      startDesk(window)
    } catch {
      isAsked = false // not there, or not any more: the next page asks again
    }
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 2000 })
  else setTimeout(load, 200)
}
