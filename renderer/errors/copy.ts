import * as say from '#renderer/texts/frame/copy.ts'
import { copyText } from '#renderer/ui/content/copy-text.ts'

/**
 * Copies the text of a `data-copy` button. The error screen uses it, since no component may run behind
 * that screen, and parts that only the server renders. What says the outcome is the button's `aria-live`
 * part, or else the whole button.
 */
export function installCopyButtons(document: Document, copy = copyText): void {
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
    const text = button?.dataset.copy
    if (!button || text === undefined) return
    const says = button.querySelector('[aria-live]') ?? button
    says.textContent = (await copy(text)) ? say.copied : say.selectAndCopy
  })
}
