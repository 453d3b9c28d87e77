import { createMentionList } from './mention-list.ts'
import { type Mentionable, offerMentions, parseMentionable, typedMention } from './typed-mention.ts'

/** Completes `@name` and `#team` at the caret of a comment's field. */
export function completeMentions(field: HTMLTextAreaElement): void {
  const list = createMentionList(field, take)

  function offer(): void {
    const typed = typedMention(field.value, field.selectionStart)
    const all = typed === undefined ? [] : parseMentionable(field.dataset.mentions ?? '')
    const offered = typed === undefined ? [] : offerMentions(all, typed.typed)
    // What is typed in full needs no offer, and Enter begins a new line again.
    const isDone = offered.length === 1 && offered[0]?.text === typed?.typed
    if (offered.length === 0 || isDone) list.hide()
    else list.show(offered)
  }

  function take({ text }: Mentionable): void {
    const typed = typedMention(field.value, field.selectionStart)
    if (typed === undefined) return
    const space = /^\s/.test(field.value.slice(field.selectionStart)) ? '' : ' '
    field.setRangeText(text + space, typed.from, field.selectionStart, 'end')
    list.hide()
    field.focus()
  }

  field.addEventListener('input', offer)
  field.addEventListener('click', offer)
  field.addEventListener('blur', () => list.hide())
  field.form?.addEventListener('submit', () => list.hide())
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || !list.isOpen()) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) list.move(step === 1 ? 1 : -1)
    else if (event.key === 'Escape') list.hide()
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      const mention = list.active()
      if (mention !== undefined) take(mention)
    } else return
    event.preventDefault()
    event.stopPropagation()
  })
  offer()
}
