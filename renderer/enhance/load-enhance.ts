import { whenIdle } from '#renderer/navigation/prefetch/when-idle.ts'

let isAsked = false

/** Loads renderer/enhance/ once the page is ready and idle, since no page needs it. */
export function loadDesk(window: Window & typeof globalThis): void {
  if (isAsked) return
  isAsked = true
  const load = async () => {
    try {
      const { startDesk } = await import('./start-enhance.ts')
      startDesk(window, whenIdle)
    } catch {
      isAsked = false // The code could not be loaded, or is gone. The next page tries again.
    }
  }
  void whenIdle(2000).then(load)
}
