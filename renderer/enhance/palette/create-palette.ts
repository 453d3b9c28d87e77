import { navigate } from 'vike/client/router'
import { afterPaint } from '#renderer/enhance/after-paint.ts'
import { createDialog, isDialogOpen } from '#renderer/enhance/create-dialog.ts'
import { createElements } from '#renderer/enhance/create-elements.ts'
import styles from '#renderer/enhance/dialog.module.css'
import { clipText } from '#renderer/format/format.ts'
import { issuesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/palette.ts'
import { findIssues } from './find-issues.ts'
import { createListbox } from './listbox.ts'
import { matchOptions, type PaletteOption } from './option.ts'
import { listPageOptions } from './page-options.ts'

/**
 * Letters that are typed faster than this make one request. The same wait applies to a palette that has
 * just opened.
 */
const settleMs = 120

/**
 * Returns a function that opens the palette, which is one field for pages, issues and commands: a combobox as in
 * https://www.w3.org/WAI/ARIA/apg/.
 */
export function createPalette(document: Document): () => void {
  const make = createElements(document)
  const field = make('input', {
    class: styles.field ?? '',
    type: 'text',
    role: 'combobox',
    'aria-label': say.title,
    'aria-expanded': 'true',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: '500',
    placeholder: say.example,
  })
  const status = make('p', { class: 'visually-hidden', role: 'status' })
  let own: PaletteOption[] | undefined
  /** The list for the typed letter, which waits until the letter itself is painted. */
  let coming: ReturnType<typeof afterPaint> | undefined
  const panel = make('div', { class: `${styles.dialog} ${styles.palette}`, 'aria-label': say.title })
  const listbox = createListbox(document, { id: listId, field, choose, settle: () => coming?.now() })
  panel.append(make('div', { class: styles.inside ?? '' }, field, listbox.list, status))

  function choose({ act }: PaletteOption): void {
    dialog.close() // The dialog closes first, so that the focus is back before the command runs.
    if (typeof act === 'function') act()
    else void navigate(act.href)
  }
  function show(text: string, issues: readonly PaletteOption[]): void {
    const search: PaletteOption[] =
      text === ''
        ? []
        : [
            {
              group: say.issues,
              name: say.search(clipText(text, 60)),
              act: { href: issuesPath({ query: text }) },
            },
          ]
    own ??= listPageOptions(document)
    const options = [...matchOptions(own, text), ...issues, ...search]
    listbox.show(options)
    status.textContent = say.count(options.length)
  }
  let asking: AbortController | undefined
  async function ask(): Promise<void> {
    const text = field.value.trim()
    asking?.abort()
    asking = new AbortController()
    const { signal } = asking
    coming?.cancel()
    coming = afterPaint(window, () => show(text, []))
    try {
      await settled(settleMs, signal)
      const issues = await findIssues(text, signal)
      coming.cancel()
      show(text, issues)
    } catch {
      // Another request has started, or the server cannot be reached. The local options stay.
    }
  }
  field.addEventListener('input', () => void ask())
  const dialog = createDialog(panel, () => {
    asking?.abort()
    coming?.cancel()
    field.value = ''
    status.textContent = ''
    coming = afterPaint(window, listbox.clear) // The key that closes it does not wait for this.
  })
  return () => {
    if (isDialogOpen(document)) return
    own = undefined // The page may be another one since.
    dialog.open()
    void ask()
  }
}

const listId = 'palette-options'

function settled(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
