import { isObject } from './untrusted.ts'

interface Fitted {
  text: string
  isWhole: boolean
}

/** Too little for any member with its name. */
const LEAST_ROOM = 8
/** `"`, `…`, `"`. */
const AROUND_CUT = 3
/** What one character takes at most: `\u0000`. */
const LONGEST_ESCAPE = 6

/**
 * JSON of at most `longest` characters that is whole JSON, if not the whole value: members that have no room are left
 * out. Text that was cut could not be read for secrets by the names that they go by.
 */
export function fitJson(value: unknown, longest: number): Fitted {
  const text = JSON.stringify(value)
  return text.length <= longest ? { text, isWhole: true } : fitValue(value, longest)
}

function fitValue(value: unknown, room: number): Fitted {
  if (typeof value === 'string') return fitText(value, room)
  if (Array.isArray(value)) {
    const members = value.map((member): Member => ['', member])
    return fitMembers(members, '[]', room)
  }
  if (!isObject(value)) return { text: JSON.stringify(value), isWhole: true } // 25 characters at most
  const members = Object.keys(value).map((name): Member => [`${JSON.stringify(name)}:`, value[name]])
  return fitMembers(members, '{}', room)
}

/** What stands before a value, and the value. */
type Member = [before: string, value: unknown]

function fitMembers(members: Member[], brackets: '[]' | '{}', room: number): Fitted {
  const texts: string[] = []
  let isWhole = true
  let left = room - brackets.length
  for (const [before, value] of members) {
    const own = left - before.length - 1
    const fitted = own < LEAST_ROOM ? undefined : fitValue(value, own)
    if (!fitted || fitted.text.length > own) {
      isWhole = false
      break
    }
    isWhole &&= fitted.isWhole
    texts.push(before + fitted.text)
    left -= before.length + fitted.text.length + 1
  }
  return { text: brackets.charAt(0) + texts.join(',') + brackets.charAt(1), isWhole }
}

function fitText(value: string, room: number): Fitted {
  const whole = JSON.stringify(value)
  if (whole.length <= room) return { text: whole, isWhole: true }
  const cutTo = (length: number) => JSON.stringify(`${value.slice(0, Math.max(length, 0))}…`)
  const cut = cutTo(room - AROUND_CUT)
  return {
    text: cut.length <= room ? cut : cutTo(Math.floor((room - AROUND_CUT) / LONGEST_ESCAPE)),
    isWhole: false,
  }
}
