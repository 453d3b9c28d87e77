import * as say from '#renderer/texts/frame/live.ts'
import styles from './notice.module.css'

/**
 * The button over a list or an issue's page that shows what is new. `host` is the page's `role="status"`
 * element.
 */
export interface Notice {
  show(text: string, take: () => Promise<void>): void
  hide(): void
}

/** React renders the host empty and leaves its content alone. */
export function createNotice(host: HTMLElement): Notice {
  const { ownerDocument: document } = host
  host.classList.add(styles.host ?? '')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.button ?? ''
  let take: (() => Promise<void>) | undefined

  button.addEventListener('click', async () => {
    const taken = take
    take = undefined
    button.ariaBusy = 'true'
    await taken?.()
    button.ariaBusy = null
    if (take !== undefined) return // More updates arrived meanwhile.
    const done = document.createElement('span')
    done.className = 'visually-hidden'
    done.textContent = say.shownNow
    const hadFocus = document.activeElement === button
    host.replaceChildren(done)
    if (!hadFocus) return
    host.tabIndex = -1
    host.focus({ preventScroll: true }) // Screen readers continue where the button was.
  })

  return {
    show(text, taking) {
      take = taking
      if (button.textContent !== text) button.textContent = text
      if (button.parentElement !== host) host.replaceChildren(button)
    },
    hide() {
      take = undefined
      host.replaceChildren()
    },
  }
}
