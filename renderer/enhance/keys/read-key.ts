/** What a key, or two, ask for. */
export type KeyCommand =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'open' }
  | { kind: 'select' }
  | { kind: 'mark'; key: string }
  | { kind: 'go'; key: string }

/** As a KeyboardEvent has it. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

interface KeySituation {
  /** Single letters may be switched off (WCAG 2.1.4). */
  hasLetters: boolean
  /** Letters go into a field. */
  isTyping: boolean
  /** Milliseconds. */
  now: number
}

/** `g`, and what follows it by then. */
const sequenceMs = 1_200

const marks = new Set(['/', 'u', 'r', 'i', 'a', 'p', 'n'])

/** Remembers a `g` that waits for its second letter. */
export function createKeyReader(): (key: Key, situation: KeySituation) => KeyCommand | undefined {
  let goingSince: number | undefined
  return (pressed, { hasLetters, isTyping, now }) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
    // with a modifier, so that it is hit on purpose: it works while typing, and cannot be switched off
    if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return { kind: 'palette' }
    const isGoing = goingSince !== undefined && now - goingSince <= sequenceMs
    if (key !== 'Shift') goingSince = undefined
    if (!hasLetters || isTyping || ctrlKey || metaKey || altKey) return undefined
    if (isGoing) return { kind: 'go', key }
    switch (key) {
      case 'g':
        goingSince = now
        return undefined
      case 'j':
        return { kind: 'move', by: 1 }
      case 'k':
        return { kind: 'move', by: -1 }
      case 'o':
        return { kind: 'open' }
      case 'x':
        return { kind: 'select' }
      case '?':
        return { kind: 'help' }
    }
    // a key that is held down does nothing twice that cannot be undone by holding it on
    return marks.has(key) && !pressed.repeat ? { kind: 'mark', key } : undefined
  }
}

/** Whether letters go into what has the focus. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target instanceof HTMLInputElement && !lettersless.has(target.type)
}

const lettersless = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])
