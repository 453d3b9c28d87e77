import { originalOf } from '#telemetry/instrument/wrap.ts'
import { createHelp } from './keys/help.ts'
import { installMenus } from './keys/menus.ts'
import { installShortcuts } from './keys/shortcuts.ts'
import { installPreview } from './list/preview.ts'
import { selectRows } from './list/select-rows.ts'
import { startLive } from './live/start-live.ts'
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
  installPreview({
    document,
    // This timer bypasses telemetry, because a pointer that moves over a row is no useful breadcrumb.
    request: originalOf(window.fetch),
    setTimer(work, delayMs) {
      const timer = window.setTimeout(work, delayMs)
      return () => window.clearTimeout(timer)
    },
  })
  startLive(window)
  sendZone(window, Intl.DateTimeFormat().resolvedOptions().timeZone)
  document.documentElement.dataset.desk = 'ready' // Shortcuts work from here on.
}

/**
 * Sends the browser's time zone in a cookie, so that the next page writes times in it. It does nothing if
 * the server already knows the zone.
 */
function sendZone({ document, location }: Window, zone: string): void {
  const cookie = `crumbtrail_zone=${encodeURIComponent(zone)}`
  if (zone === '' || document.cookie.split('; ').includes(cookie)) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookie}; path=/; max-age=${ZONE_MAX_AGE_SECONDS}; samesite=lax${secure}`
}

const ZONE_MAX_AGE_SECONDS = 400 * 86_400
