/** The command that one key, or two keys in a row, stand for. */
export type KeyCommand =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'open' }
  | { kind: 'select'; isRange: boolean }
  | { kind: 'mark'; key: string }
  | { kind: 'go'; key: string }

/** The fields of a KeyboardEvent. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

interface KeySituation {
  /** Single letters can be switched off (WCAG 2.1.4). */
  hasLetters: boolean
  /** True while letters are typed into a field. */
  isTyping: boolean
  /** Milliseconds. */
  now: number
}

/** The second key has to follow `g` within this time. */
const sequenceMs = 1_200

const marks = new Set(['/', 'u', 'e', 'i', 'a', 'p', 'n', 'z'])

/** Earlier versions resolved with `r`. */
const aliases = new Map([['r', 'e']])

/** Remembers a `g` while it waits for its second letter. */
export function createKeyReader(): (key: Key, situation: KeySituation) => KeyCommand | undefined {
  let goingSince: number | undefined
  return (pressed, { hasLetters, isTyping, now }) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = pressed
    const key = aliases.get(pressed.key) ?? pressed.key
    // A key with a modifier is pressed on purpose, so it works while typing and cannot be switched off.
    if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return { kind: 'palette' }
    const isGoing = goingSince !== undefined && now - goingSince <= sequenceMs
    if (key !== 'Shift') goingSince = undefined
    if (!hasLetters || isTyping || ctrlKey || metaKey || altKey) return undefined
    if (isGoing) return { kind: 'go', key: pressed.key }
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
        return { kind: 'select', isRange: false }
      case 'X':
        return { kind: 'select', isRange: true }
      case '?':
        return { kind: 'help' }
    }
    // A key that is held down must not repeat an action that cannot be undone by holding it longer.
    return marks.has(key) && !pressed.repeat ? { kind: 'mark', key } : undefined
  }
}

/** Whether the focused element takes letters as input. */
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
