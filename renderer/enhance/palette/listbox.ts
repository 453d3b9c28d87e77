import { createElements } from '#renderer/enhance/create-elements.ts'
import styles from '#renderer/enhance/dialog.module.css'
import * as say from '#renderer/texts/frame/palette.ts'
import type { PaletteOption } from './option.ts'

interface ListboxOptions {
  id: string
  /** This field keeps the focus, and `aria-activedescendant` names the active option. */
  field: HTMLInputElement
  choose: (option: PaletteOption) => void
  /** Shows pending options first, so that a key acts on what is current. */
  settle: () => void
}

interface Group {
  element: HTMLElement
  /** The options below the group's name. */
  members: HTMLElement[]
}

/**
 * The options below a combobox, in groups. Options that are shown again keep their elements, so that only
 * new ones need a layout.
 */
export function createListbox(document: Document, { id, field, choose, settle }: ListboxOptions) {
  const make = createElements(document)
  const list = make('div', { class: styles.list ?? '', role: 'listbox', id, 'aria-label': say.title })
  const elements = new WeakMap<PaletteOption, HTMLElement>()
  const groups = new Map<string, Group>()
  let made = 0
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
  /** Returns the index of the option under the pointer, or -1 between options. */
  function placeOf({ target }: Event): number {
    const pointedAt = target instanceof Element ? target.closest('[role=option]') : null
    return shown.findIndex(({ element }) => element === pointedAt)
  }
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    settle()
    if (step === undefined) chooseAt(active)
    else if (shown.length > 0) {
      activate((active + step + shown.length) % shown.length)
      shown[active]?.element.scrollIntoView({ block: 'nearest' })
    }
    event.preventDefault()
  })
  // The list has one listener for all options, since options change with every letter.
  list.addEventListener('click', (event) => chooseAt(placeOf(event)))
  list.addEventListener('pointermove', (event) => {
    const place = placeOf(event)
    if (place >= 0 && place !== active) activate(place)
  })

  function elementOf(option: PaletteOption): HTMLElement {
    const known = elements.get(option)
    if (known !== undefined) return known
    const note = option.note ? [make('small', {}, option.note)] : []
    const element = make(
      'div',
      { class: styles.option ?? '', role: 'option', id: `${id}-${made++}`, 'aria-selected': 'false' },
      make('bdi', {}, option.name),
      ...note,
    )
    elements.set(option, element)
    return element
  }
  function groupOf(name: string): Group {
    const known = groups.get(name)
    if (known !== undefined) return known
    const headId = `${id}-group-${groups.size}`
    const head = make('p', { class: styles.group ?? '', id: headId }, name)
    const group = { element: make('div', { role: 'group', 'aria-labelledby': headId }, head), members: [] }
    groups.set(name, group)
    return group
  }
  return {
    list,
    clear(): void {
      activate(-1)
      shown = []
      list.replaceChildren()
    },
    show(options: readonly PaletteOption[]): void {
      // Setting it forces a layout, so this only happens where it may differ.
      if (active > 0) list.scrollTop = 0
      activate(-1)
      shown = options.map((option) => ({ option, element: elementOf(option) }))
      const named = Object.entries(Object.groupBy(shown, ({ option }) => option.group))
      const parts = named.map(([name, members = []]) => {
        const group = groupOf(name)
        const next = members.map(({ element }) => element)
        putChildren(group.element, group.members, next, 1)
        group.members = next
        return group.element
      })
      if (parts.length === 0) parts.push(make('p', { class: styles.note ?? '' }, say.nothing))
      putChildren(list, [...list.children], parts, 0)
      activate(0)
    },
  }
}

/** Leaves elements in place that are already there. The first `head` children always stay. */
function putChildren(
  parent: HTMLElement,
  before: readonly Element[],
  after: readonly Element[],
  head: number,
): void {
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  for (const element of before.slice(same)) if (!after.includes(element)) element.remove()
  after.slice(same).forEach((element, place) => {
    const at = parent.children[head + same + place]
    if (at !== element) parent.insertBefore(element, at ?? null)
  })
}
