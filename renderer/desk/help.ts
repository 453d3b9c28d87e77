import * as say from '../texts/keys.ts'
import { createElements } from './create-elements.ts'
import styles from './dialog.module.css'
import { openDialog } from './open-dialog.ts'

const titleId = 'keys-title'

/** All keys there are. */
export function openHelp(document: Document): void {
  const make = createElements(document)
  const { platform } = document.defaultView?.navigator ?? { platform: '' }
  const hasLetters = document.querySelector('#frame-top [data-keys="on"]') !== null
  const groups = say
    .groups(/Mac|iP/.test(platform) ? 'Cmd' : 'Ctrl')
    .map(({ name, keys }) =>
      make(
        'section',
        {},
        make('h3', {}, name),
        make(
          'dl',
          {},
          ...keys.map(([pressed, does]) =>
            make(
              'div',
              {},
              make('dt', {}, ...pressed.map((key) => make('kbd', {}, key))),
              make('dd', {}, does),
            ),
          ),
        ),
      ),
    )
  const close = make('button', { type: 'button', class: styles.close ?? '' }, say.close)
  const panel = make(
    'div',
    { class: `${styles.dialog} ${styles.help}`, 'aria-labelledby': titleId },
    make(
      'div',
      { class: styles.inside ?? '' },
      make('div', { class: styles.head ?? '' }, make('h2', { id: titleId }, say.title), close),
      make('div', { class: styles.groups ?? '' }, ...groups),
      make('p', { class: styles.note ?? '' }, hasLetters ? say.onPage : say.off),
    ),
  )
  close.addEventListener('click', openDialog(panel))
}
