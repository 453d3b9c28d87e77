import { createDialog } from '#renderer/enhance/create-dialog.ts'
import { createElements } from '#renderer/enhance/create-elements.ts'
import styles from '#renderer/enhance/dialog.module.css'
import * as say from '#renderer/texts/frame/keys.ts'
import { listPlaces, nameOf } from './key-targets.ts'

const titleId = 'keys-title'

/** Returns a function that opens the dialog of all keys. */
export function createHelp(document: Document): () => void {
  const make = createElements(document)
  const close = make('button', { type: 'button', class: styles.close ?? '' }, say.close)
  const note = make('p', { class: styles.note ?? '' })
  const places = make('section')
  const groups = makeGroups(document)
  const panel = make(
    'div',
    { class: `${styles.dialog} ${styles.help}`, 'aria-labelledby': titleId },
    make(
      'div',
      { class: styles.inside ?? '' },
      make('div', { class: styles.head ?? '' }, make('h2', { id: titleId }, say.title), close),
      // Columns that the browser balances take several times as long to lay out.
      make(
        'div',
        { class: styles.groups ?? '' },
        make('div', {}, ...groups.slice(0, 2)),
        make('div', {}, ...groups.slice(2), places),
      ),
      note,
    ),
  )
  let shown = ''
  // The side bar may have been rendered after this.
  const showPlaces = () => {
    const keys = listGoKeys(document)
    if (shown === `${keys}`) return
    shown = `${keys}`
    places.replaceChildren(...makeGroup(document, say.goTo(keys)))
  }
  const showNote = () => {
    const words = document.querySelector('#frame-top [data-keys="on"]') === null ? say.off : say.onPage
    if (note.textContent !== words) note.textContent = words // The same words would be laid out anew.
  }
  showPlaces()
  showNote()
  const dialog = createDialog(panel)
  close.addEventListener('click', dialog.close)
  return () => {
    showPlaces()
    showNote()
    dialog.open()
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
