import { originalOf } from '#telemetry/instrument/wrap.ts'
import { createHelp } from './keys/help.ts'
import { installMenus } from './keys/menus.ts'
import { installShortcuts } from './keys/shortcuts.ts'
import { tellZone } from './keys/tell-zone.ts'
import { installPeek } from './list/preview.ts'
import { selectRows } from './list/select-rows.ts'
import { startLive } from './live/start-live.ts'
import { openPalette } from './palette/open-palette.ts'

/** What a signed-in visitor has beyond the pages themselves: nothing that a page needs. Runs once for each document. */
export function startDesk(window: Window & typeof globalThis): void {
  const { document } = window
  const openHelp = createHelp(document)
  const commands: Readonly<Record<string, () => void>> = {
    keys: openHelp,
    palette: () => openPalette(document),
  }
  installMenus(document)
  installShortcuts({
    document,
    clock: Date.now,
    openPalette: () => openPalette(document),
    openHelp,
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-command]') : null
    commands[button?.dataset.command ?? '']?.()
  })
  selectRows(document)
  installPeek({
    document,
    request: originalOf(window.fetch), // past telemetry: a pointer on its way is no crumb of a trail
    setTimer(work, delayMs) {
      const timer = window.setTimeout(work, delayMs)
      return () => window.clearTimeout(timer)
    },
  })
  startLive(window)
  tellZone(window, Intl.DateTimeFormat().resolvedOptions().timeZone)
  document.documentElement.dataset.desk = 'ready' // keys work from here on
}
