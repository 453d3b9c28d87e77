import * as say from '../../texts/palette.ts'
import { createElements } from '../create-elements.ts'
import styles from '../dialog.module.css'
import type { PaletteOption } from './option.ts'

interface ListboxOptions {
  id: string
  /** Keeps the focus; the option at hand is named by `aria-activedescendant`. */
  field: HTMLInputElement
  choose: (option: PaletteOption) => void
}

/** The options below a combobox, in groups. */
export function createListbox(document: Document, { id, field, choose }: ListboxOptions) {
  const make = createElements(document)
  const list = make('div', { class: styles.list ?? '', role: 'listbox', id, 'aria-label': say.title })
  let shown: { option: PaletteOption; element: HTMLElement }[] = []
  let active = 0

  function activate(place: number): void {
    shown[active]?.element.setAttribute('aria-selected', 'false')
    active = place
    const element = shown[active]?.element
    element?.setAttribute('aria-selected', 'true')
    if (element === undefined) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', element.id)
  }
  function chooseAt(place: number): void {
    const chosen = shown[place]
    if (chosen !== undefined) choose(chosen.option)
  }
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shown.length > 0) {
      activate((active + step + shown.length) % shown.length)
      shown[active]?.element.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') chooseAt(active)
    else return
    event.preventDefault()
  })
  return {
    list,
    show(options: readonly PaletteOption[]): void {
      if (active > 0) list.scrollTop = 0 // asked for only where it may be another: the browser lays out to answer
      shown = options.map((option, place) => {
        const element = make(
          'div',
          { class: styles.option ?? '', role: 'option', id: `${id}-${place}`, 'aria-selected': 'false' },
          make('bdi', {}, option.name),
          make('small', {}, option.note ?? ''),
        )
        element.addEventListener('click', () => chooseAt(place))
        element.addEventListener('pointermove', () => activate(place))
        return { option, element }
      })
      const groups = Object.entries(Object.groupBy(shown, ({ option }) => option.group))
      list.replaceChildren(
        ...groups.map(([name, members = []], place) =>
          make(
            'div',
            { role: 'group', 'aria-labelledby': `${id}-group-${place}` },
            make('p', { class: styles.group ?? '', id: `${id}-group-${place}` }, name),
            ...members.map(({ element }) => element),
          ),
        ),
      )
      if (shown.length === 0) list.append(make('p', { class: styles.note ?? '' }, say.nothing))
      activate(0)
    },
  }
}
