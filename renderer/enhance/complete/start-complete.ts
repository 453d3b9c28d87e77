import { createOffers } from './ask-offers.ts'
import { createOfferList } from './offer-list.ts'
import { type Offer, offerKeys, offerValues } from './offers.ts'
import { typedWord } from './typed-word.ts'

/** Completes the word at the caret of a search field: keys, and after the colon the values of the key. */
export function startCompletion(field: HTMLInputElement, address: string, request: typeof fetch): void {
  const ask = createOffers({ request, clock: Date.now, address })
  const list = createOfferList(field, take)
  let isDismissed = false

  async function offer(): Promise<void> {
    const [text, caret] = [field.value, field.selectionStart ?? field.value.length]
    const word = typedWord(text, caret)
    if (word === undefined) return list.hide()
    const groups =
      word.kind === 'key'
        ? await ask.keys(inTab(field.defaultValue)).then((keys) => keys && offerKeys(keys, word))
        : await ask
            .values({ ...word, rest: inTab(word.rest) })
            .then((values) => values && offerValues(values, word))
    // Another letter may have been typed meanwhile, or another page be shown.
    const isCurrent = field.value === text && field.selectionStart === caret && field.matches(':focus')
    if (!isCurrent || isDismissed) return
    if (groups === undefined) list.hide()
    else list.show(groups)
  }

  /** A search of the list on the page, whose issues are counted: with what its tab says. */
  function inTab(query: string): string {
    const tab = field.form?.querySelector<HTMLInputElement>('input[name=tab]')?.value ?? ''
    return `${tab} ${query}`.trim()
  }

  function take({ insert }: Offer): void {
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
  field.form?.addEventListener('submit', close)
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
