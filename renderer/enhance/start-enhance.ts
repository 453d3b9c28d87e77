import { originalOf } from '#telemetry/instrument/wrap.ts'
import { installCompletion } from './complete/load-complete.ts'
import { createHelp } from './keys/help.ts'
import { installHints } from './keys/hints.ts'
import { installMenus } from './keys/menus.ts'
import { installShortcuts } from './keys/shortcuts.ts'
import { keepFocus } from './list/keep-focus.ts'
import { installPreview } from './list/preview.ts'
import { selectRows } from './list/select-rows.ts'
import { startLive } from './live/start-live.ts'
import { watchTabNews } from './live/tab-news.ts'
import { installMentions } from './mentions/load-mentions.ts'
import { openPalette } from './palette/open-palette.ts'

/**
 * Starts the extra features for signed-in visitors, which no page depends on. Runs once for each document.
 */
export function startDesk(window: Window & typeof globalThis): void {
  const { document } = window
  const openHelp = createHelp(document)
  const commands: Readonly<Record<string, () => void>> = {
    keys: openHelp,
    palette: () => openPalette(document),
  }
  const setTimer = (work: () => void, delayMs: number) => {
    const timer = window.setTimeout(work, delayMs)
    return () => window.clearTimeout(timer)
  }
  installMenus(document)
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null
    commands[button?.dataset.command ?? '']?.()
  })
  installCompletion(window)
  installMentions(window)
  selectRows(document)
  keepFocus(window)
  const preview = installPreview({
    document,
    // This timer bypasses telemetry, because a pointer that moves over a row is no useful breadcrumb.
    request: originalOf(window.fetch),
    setTimer,
  })
  installShortcuts({
    document,
    clock: Date.now,
    openPalette: () => openPalette(document),
    openHelp,
    togglePreview: preview.toggle,
  })
  installHints(document, setTimer)
  startLive(window)
  watchTabNews({ document, request: originalOf(window.fetch), setTimer })
  document.documentElement.dataset.desk = 'ready' // Shortcuts work from here on.
}
