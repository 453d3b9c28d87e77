import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import type { SearchedList } from '#renderer/ui/search/offers-of.ts'
import { createOffers } from './ask-offers.ts'
import { createOfferList } from './offer-list.ts'
import { type Offer, offerKeys, offerRecent, offerValues } from './offers.ts'
import { createRecentSearches } from './recent-searches.ts'
import { typedWord } from './typed-word.ts'

interface CompletionOptions {
  request: typeof fetch
  /** Undefined where the browser forbids it. */
  storage: Storage | undefined
}

/**
 * Completes the word at the caret of a search field: keys, and after the colon the values of the key. Before anything is
 * typed it offers the last searches of the same list and account.
 */
export function startCompletion(
  field: HTMLInputElement,
  address: () => string,
  { request, storage }: CompletionOptions,
): void {
  const ask = createOffers({ request, clock: Date.now, address })
  const list = createOfferList(field, { take, remove })
  const searched = listOf(address())
  const account = browserNavigation?.shown()?.data.frame.viewer?.id ?? 0
  const recent = createRecentSearches(storage, `${account}.${searched}`)
  let isDismissed = false

  async function offer(): Promise<void> {
    const [text, caret] = [field.value, field.selectionStart ?? field.value.length]
    const word = typedWord(text, caret)
    if (word === undefined) return list.hide()
    const groups =
      word.kind === 'key'
        ? await ask.keys(inTab(field.defaultValue)).then((keys) => keys && offerKeys(keys, word, searched))
        : await ask
            .values({ ...word, rest: inTab(word.rest) })
            .then((values) => values && offerValues(values, word, searched))
    // Another letter may have been typed meanwhile, or another page be shown.
    const isCurrent = field.value === text && field.selectionStart === caret && field.matches(':focus')
    if (!isCurrent || isDismissed) return
    const before = text === '' || text === field.defaultValue ? offerRecent(recent.list(), text) : []
    if (groups === undefined && before.length === 0) list.hide()
    else list.show([...before, ...(groups ?? [])])
  }

  function remove({ insert }: Offer): void {
    recent.remove(insert)
    void offer()
  }

  /** A search of the list on the page, whose issues are counted: with what its tab says. */
  function inTab(query: string): string {
    const tab = field.form?.querySelector<HTMLInputElement>('input[name=tab]')?.value ?? ''
    return `${tab} ${query}`.trim()
  }

  function take({ insert, isWhole: isSearch }: Offer): void {
    if (isSearch) {
      field.value = insert
      field.form?.requestSubmit()
      return
    }
    const word = typedWord(field.value, field.selectionStart ?? field.value.length)
    if (word === undefined) return
    const after = field.value.slice(word.to)
    const isWhole = word.kind === 'value' && !word.isListed
    const space = isWhole && !/^[\s)]/.test(after) ? ' ' : ''
    field.setRangeText(insert + space, word.from, word.to, 'end')
    // The caret goes behind the space that is there already.
    if (isWhole && space === '' && after.startsWith(' ')) {
      const caret = (field.selectionStart ?? 0) + 1
      field.setSelectionRange(caret, caret)
    }
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function close(): void {
    isDismissed = true
    list.hide()
  }

  function open(): void {
    isDismissed = false
    void offer()
  }

  field.addEventListener('input', open)
  field.addEventListener('focus', open)
  field.addEventListener('click', open)
  field.addEventListener('blur', close)
  field.form?.addEventListener('submit', () => {
    recent.add(field.value)
    close()
  })
  field.addEventListener('keyup', ({ key }) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End') open()
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      if (list.isOpen()) list.move(step === 1 ? 1 : -1)
      else open()
      event.preventDefault()
      return
    }
    if (!list.isOpen()) return
    if (event.key === 'Escape') {
      event.preventDefault() // The browser would empty the field.
      event.stopPropagation()
      close()
      return
    }
    const active = list.active()
    if (event.key === 'Delete' && active?.isWhole) {
      event.preventDefault()
      remove(active)
      return
    }
    const taken = list.active() ?? (isTyped() ? list.first() : undefined)
    const isTaking = event.key === 'Tab' ? !event.shiftKey && taken : event.key === 'Enter' && list.active()
    if (isTaking && taken) {
      event.preventDefault()
      take(taken)
    }
  })

  /** Tab takes the first offer while a word is being typed, and otherwise goes to the next field. */
  function isTyped(): boolean {
    const word = typedWord(field.value, field.selectionStart ?? field.value.length)
    return word !== undefined && word.typed !== ''
  }

  if (field.matches(':focus')) open()
}

const OTHERS = ['logs', 'traces', 'feedback', 'events'] as const

/** The list that an address completes searches of. */
function listOf(address: string): SearchedList {
  const list = new URL(address, location.origin).searchParams.get('list')
  return OTHERS.find((other) => other === list) ?? 'issues'
}
