import { HOSTILE_VALUES, withWrittenValues } from './hostile-values.ts'
import type { Dice } from './random.ts'

/** A copy: further mutations change it. */
function hostileValue(dice: Dice): unknown {
  return structuredClone(dice.pick(HOSTILE_VALUES))
}

interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string
}

/** JSON with something in it that nobody expects there; text that is none is given back. */
export function mutateJson(json: string, dice: Dice): string {
  const parsed = parse(json)
  if (parsed === undefined) return json
  let root: unknown = parsed
  for (let changes = 1 + dice.below(3); changes > 0; changes--) {
    const places = placesIn(root)
    if (places.length === 0 || dice.oneIn(40)) root = hostileValue(dice)
    else change(dice.pick(places), dice)
  }
  const written = withWrittenValues(JSON.stringify(root) ?? 'null')
  return dice.oneIn(8) ? withRepeatedKey(written, dice) : written
}

function change({ holder, key }: Place, dice: Dice): void {
  // A list's keys are its indexes: both are read and written alike.
  const members = holder as Record<string, unknown>
  switch (dice.below(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      return
    case 1:
      members[key] = [members[key], members[key]]
      return
    case 2:
      members[key] = { [key]: members[key], value: members[key] }
      return
    case 3:
      if (Array.isArray(holder)) holder.push(hostileValue(dice))
      else
        holder[String(dice.pick(['__proto__ ', 'constructor', 'type', 'values', 'password', '\0', '']))] =
          holder[key]
      return
    default:
      members[key] = hostileValue(dice)
  }
}

/** Of two with one name the parser takes the last; other readers take the first. */
function withRepeatedKey(json: string, dice: Dice): string {
  const names = json.match(/"\w{1,20}":/g)
  const open = json.indexOf('{')
  if (!names || open === -1) return json
  return `${json.slice(0, open + 1)}${dice.pick(names)}${dice.pick(['null', '"x"', '[]', '1'])},${json.slice(open + 1)}`
}

/** Not too far down: what was put there is of no interest. */
function placesIn(value: unknown, found: Place[] = [], depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 8 || found.length > 400) return found
  const holder = value as Place['holder'] // an object or a list, as just checked
  for (const key of Object.keys(holder)) {
    found.push({ holder, key })
    placesIn((holder as Record<string, unknown>)[key], found, depth + 1)
  }
  return found
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
