import { createElements } from '#renderer/enhance/create-elements.ts'
import styles from '#renderer/enhance/dialog.module.css'
import { openDialog } from '#renderer/enhance/open-dialog.ts'
import * as say from '#renderer/texts/frame/keys.ts'
import { listPlaces, nameOf } from './key-targets.ts'

const titleId = 'keys-title'

/**
 * Returns a function that opens the dialog of all keys. The dialog is built early, while there is time,
 * because showing it takes long enough.
 */
export function createHelp(document: Document): () => void {
  const make = createElements(document)
  const close = make('button', { type: 'button', class: styles.close ?? '' }, say.close)
  const note = make('p', { class: styles.note ?? '' })
  const places = make('section')
  const panel = make(
    'div',
    { class: `${styles.dialog} ${styles.help}`, 'aria-labelledby': titleId },
    make(
      'div',
      { class: styles.inside ?? '' },
      make('div', { class: styles.head ?? '' }, make('h2', { id: titleId }, say.title), close),
      make('div', { class: styles.groups ?? '' }, ...makeGroups(document), places),
      note,
    ),
  )
  let closeDialog: (() => void) | undefined
  let shown = ''
  // The side bar may have been rendered after this.
  const showPlaces = () => {
    const keys = listGoKeys(document)
    if (shown === `${keys}`) return
    shown = `${keys}`
    places.replaceChildren(...makeGroup(document, say.goTo(keys)))
  }
  showPlaces()
  close.addEventListener('click', () => closeDialog?.())
  return () => {
    const hasLetters = document.querySelector('#frame-top [data-keys="on"]') !== null
    showPlaces()
    note.textContent = hasLetters ? say.onPage : say.off
    closeDialog = openDialog(panel)
  }
}

function listGoKeys(document: Document): (readonly [letter: string, name: string])[] {
  return listPlaces(document).map((link) => [link.dataset.go ?? '', nameOf(link)])
}

function makeGroups(document: Document): HTMLElement[] {
  const make = createElements(document)
  const { platform } = document.defaultView?.navigator ?? { platform: '' }
  return say
    .groups(/Mac|iP/.test(platform) ? 'Cmd' : 'Ctrl')
    .map((group) => make('section', {}, ...makeGroup(document, group)))
}

function makeGroup(document: Document, { name, keys }: say.KeyGroup): HTMLElement[] {
  const make = createElements(document)
  const rows = keys.map(([pressed, does]) =>
    make('div', {}, make('dt', {}, ...pressed.map((key) => make('kbd', {}, key))), make('dd', {}, does)),
  )
  return [make('h3', {}, name), make('dl', {}, ...rows)]
}
