import { originalOf } from '#telemetry/instrument/wrap.ts'
import { installCompletion } from './complete/load-complete.ts'
import { createHelp } from './keys/help.ts'
import { installHints } from './keys/hints.ts'
import { installMenus } from './keys/menus.ts'
import { installShortcuts } from './keys/shortcuts.ts'
import { layOutFolded } from './lay-out-folded.ts'
import { keepFocus } from './list/keep-focus.ts'
import { installPreview } from './list/preview.ts'
import { selectRows } from './list/select-rows.ts'
import { startLive } from './live/start-live.ts'
import { watchTabNews } from './live/tab-news.ts'
import { installMentions } from './mentions/load-mentions.ts'
import { createPalette } from './palette/create-palette.ts'

/** A busy page does it all the same after this. */
const IDLE_WITHIN_MS = 2_000

/**
 * Starts the extra features for signed-in visitors, which no page depends on. Runs once for each document. It is given
 * `whenIdle`, because to import it from the first view would make that larger.
 */
export function startDesk(
  window: Window & typeof globalThis,
  whenIdle: (mostMs: number) => Promise<unknown>,
): void {
  const { document } = window
  const idle = () => whenIdle(IDLE_WITHIN_MS)
  const openHelp = createEarly(() => createHelp(document), idle)
  const openPalette = createEarly(() => createPalette(document), idle)
  const commands: Readonly<Record<string, () => void>> = { keys: openHelp, palette: openPalette }
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
    openPalette,
    openHelp,
    togglePreview: preview.toggle,
  })
  installHints(document, setTimer)
  layOutFolded({ document, whenIdle: idle })
  startLive(window)
  watchTabNews({ document, request: originalOf(window.fetch), setTimer })
  document.documentElement.dataset.desk = 'ready' // Shortcuts work from here on.
}

/** Makes a dialog as soon as there is time, or when it is first opened. */
function createEarly(create: () => () => void, idle: () => Promise<unknown>): () => void {
  let open: (() => void) | undefined
  void idle().then(() => {
    open ??= create()
  })
  return () => {
    open ??= create()
    open()
  }
}
