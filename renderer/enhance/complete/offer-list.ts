import { createElements } from '#renderer/enhance/create-elements.ts'
import { searchHelpPath } from '#renderer/paths.ts'
import { howToSearch } from '#renderer/texts/issues/issue-list.ts'
import * as say from '#renderer/texts/search/completion.ts'
import styles from './complete.module.css'
import type { Offer, OfferGroup } from './offers.ts'

export interface OfferList {
  show(groups: readonly OfferGroup[]): void
  hide(): void
  isOpen(): boolean
  /** Makes the next or the previous row the active one. */
  move(step: 1 | -1): void
  active(): Offer | undefined
  first(): Offer | undefined
}

interface OfferActions {
  take(offer: Offer): void
  /** Forgets a search of before. */
  remove(offer: Offer): void
}

const LIST_ID = 'search-offers'
const GAP_PX = 6

/** The list below a search field: a combobox as in https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. */
export function createOfferList(field: HTMLInputElement, { take, remove }: OfferActions): OfferList {
  const { ownerDocument: document } = field
  const make = createElements(document)
  const list = make('div', {
    class: styles.list ?? '',
    role: 'listbox',
    id: LIST_ID,
    'aria-label': say.title,
  })
  const status = make('p', { class: 'visually-hidden', role: 'status' })
  const deleteHint = make('span', {}, make('kbd', {}, 'Del'), ` ${say.removeKey}`)
  const foot = footOf(make, deleteHint)
  const panel = make('div', { class: styles.panel ?? '', popover: 'manual' }, list, foot, status)
  let rows: { offer: Offer; element: HTMLElement }[] = []
  let active = -1

  field.removeAttribute('list') // The browser would show its own suggestions too.
  for (const [name, value] of Object.entries({
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': LIST_ID,
  })) {
    field.setAttribute(name, value)
  }
  // The focus stays in the field.
  panel.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const row = rows.find(({ element }) => target instanceof Node && element.contains(target))
    if (row === undefined) return
    if (target instanceof Element && target.closest('[data-remove]')) remove(row.offer)
    else take(row.offer)
  })

  function activate(place: number): void {
    rows[active]?.element.setAttribute('aria-selected', 'false')
    active = place
    const element = rows[active]?.element
    element?.setAttribute('aria-selected', 'true')
    element?.scrollIntoView({ block: 'nearest' })
    if (element) field.setAttribute('aria-activedescendant', element.id)
    else field.removeAttribute('aria-activedescendant')
  }

  function groupOf({ name, unit, offers }: OfferGroup, place: number): HTMLElement {
    const id = `${LIST_ID}-${place}`
    const head = make('p', { class: styles.group ?? '', id }, make('span', {}, name), unit)
    return make('div', { role: 'group', 'aria-labelledby': id }, head, ...offers.map(rowOf))
  }

  function rowOf(offer: Offer): HTMLElement {
    const id = `${LIST_ID}-row-${rows.length}`
    const element = make('div', { class: styles.row ?? '', role: 'option', id, 'aria-selected': 'false' })
    element.append(make('code', {}, make('bdi', {}, ...marked(offer))))
    if (offer.meaning !== '') element.append(make('span', { class: styles.meaning ?? '' }, offer.meaning))
    if (offer.share !== undefined) {
      const bar = make('i', { class: styles.bar ?? '', 'aria-hidden': 'true' }, make('i'))
      bar.style.setProperty('--share', String(offer.share))
      element.append(bar)
    }
    if (offer.count !== '') element.append(make('small', {}, offer.count))
    if (offer.isWhole) {
      element.setAttribute('aria-keyshortcuts', 'Delete')
      // It is for pointers: an option of a listbox has no controls in it, and keyboards have a key for it.
      element.append(
        make(
          'span',
          { class: styles.remove ?? '', 'data-remove': '', title: say.remove, 'aria-hidden': 'true' },
          '×',
        ),
      )
    }
    rows.push({ offer, element })
    return element
  }

  /** The name, with the letters that were typed marked. */
  function marked({ name, match }: Offer): (Node | string)[] {
    const at = match === '' ? -1 : name.toLowerCase().indexOf(match.toLowerCase())
    if (at < 0) return [name]
    return [
      name.slice(0, at),
      make('b', {}, name.slice(at, at + match.length)),
      name.slice(at + match.length),
    ]
  }

  function place(): void {
    const { left, bottom, width } = field.getBoundingClientRect()
    const { scrollX, scrollY } = document.defaultView ?? { scrollX: 0, scrollY: 0 }
    panel.style.setProperty('--left', `${left + scrollX}px`)
    panel.style.setProperty('--width', `${width}px`)
    // The top bar stays where it is while the page scrolls.
    const isFixed = field.closest('#frame-top') !== null
    panel.style.position = isFixed ? 'fixed' : ''
    panel.style.top = `${bottom + (isFixed ? 0 : scrollY) + GAP_PX}px`
  }

  return {
    show(groups) {
      rows = []
      active = -1
      field.removeAttribute('aria-activedescendant')
      list.replaceChildren(...groups.map(groupOf))
      list.scrollTop = 0
      deleteHint.hidden = !rows.some(({ offer }) => offer.isWhole)
      status.textContent = say.count(rows.length)
      if (rows.length === 0) return this.hide()
      // Within the landmark of its field, as screen readers expect all of a page to be in one.
      if (!panel.isConnected) (field.closest('search') ?? document.body).append(panel)
      panel.showPopover()
      place()
      field.setAttribute('aria-expanded', 'true')
    },
    hide() {
      if (panel.isConnected) panel.remove()
      field.setAttribute('aria-expanded', 'false')
      field.removeAttribute('aria-activedescendant')
    },
    isOpen: () => panel.isConnected,
    move(step) {
      if (rows.length > 0)
        activate(active < 0 && step < 0 ? rows.length - 1 : (active + step + rows.length) % rows.length)
    },
    active: () => rows[active]?.offer,
    first: () => rows[0]?.offer,
  }
}

function footOf(make: ReturnType<typeof createElements>, deleteHint: HTMLElement): HTMLElement {
  const key = (name: string) => make('kbd', {}, name)
  return make(
    'p',
    { class: styles.foot ?? '' },
    make('span', {}, key('↑'), key('↓'), ` ${say.choose}`),
    make('span', {}, key('Tab'), ` ${say.orEnter} `, key('Enter'), ` ${say.take}`),
    deleteHint,
    make('span', {}, key('Esc'), ` ${say.close}`),
    make('a', { href: searchHelpPath, tabindex: '-1' }, howToSearch),
  )
}
