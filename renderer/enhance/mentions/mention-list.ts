import { createElements } from '#renderer/enhance/create-elements.ts'
import { mentionOffers } from '#renderer/texts/issues/mentions.ts'
import styles from './mentions.module.css'
import type { Mentionable } from './typed-mention.ts'

export interface MentionList {
  show(offered: readonly Mentionable[]): void
  hide(): void
  isOpen(): boolean
  /** Makes the next or the previous row the active one. */
  move(step: 1 | -1): void
  active(): Mentionable | undefined
}

const LIST_ID = 'mention-offers'

/** The list below a comment's field. The focus stays in the field, which says which row is active. */
export function createMentionList(
  field: HTMLTextAreaElement,
  take: (mention: Mentionable) => void,
): MentionList {
  const make = createElements(field.ownerDocument)
  const list = make('div', {
    class: styles.list ?? '',
    role: 'listbox',
    id: LIST_ID,
    'aria-label': mentionOffers,
  })
  let rows: { mention: Mentionable; element: HTMLElement }[] = []
  let active = 0
  field.setAttribute('autocomplete', 'off')
  field.setAttribute('aria-autocomplete', 'list')
  list.addEventListener('pointerdown', (event) => event.preventDefault()) // The focus stays in the field.
  list.addEventListener('click', ({ target }) => {
    const row = rows.find(({ element }) => target instanceof Node && element.contains(target))
    if (row !== undefined) take(row.mention)
  })

  function activate(place: number): void {
    active = place
    for (const [index, { element }] of rows.entries())
      element.setAttribute('aria-selected', String(index === active))
    const element = rows[active]?.element
    if (element) field.setAttribute('aria-activedescendant', element.id)
    else field.removeAttribute('aria-activedescendant')
  }

  function rowOf(mention: Mentionable, index: number): HTMLElement {
    const attributes = { class: styles.row ?? '', role: 'option', id: `${LIST_ID}-${index}` }
    const element = make('div', attributes, make('bdi', {}, mention.text))
    if (mention.name !== '') element.append(make('small', {}, make('bdi', {}, mention.name)))
    rows.push({ mention, element })
    return element
  }

  function hide(): void {
    list.remove()
    rows = []
    field.removeAttribute('aria-controls')
    field.removeAttribute('aria-activedescendant')
  }

  return {
    show(offered) {
      rows = []
      list.replaceChildren(...offered.map(rowOf))
      if (rows.length === 0) return hide()
      if (!list.isConnected) field.after(list)
      field.setAttribute('aria-controls', LIST_ID)
      activate(0)
    },
    hide,
    isOpen: () => list.isConnected,
    move: (step) => activate((active + step + rows.length) % rows.length),
    active: () => rows[active]?.mention,
  }
}
