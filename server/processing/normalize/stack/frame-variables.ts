import { fitJson } from '#server/processing/normalize/fit-json.ts'
import { isObject, parseText, type Warnings } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'

/** A frame's local variables as texts: Python's SDK sends most as their `repr`, Node's what they are, here JSON. */
export function parseFrameVariables(given: unknown, warnings: Warnings): Record<string, string> | undefined {
  if (!isObject(given)) return undefined
  const variables: Record<string, string> = {}
  let count = 0
  for (const key of Object.keys(given)) {
    if (key === '__proto__') continue // assigning it would set the object's prototype
    if (count === limits.variablesPerFrame) {
      warnings.add(`frame variables: the first ${limits.variablesPerFrame} of a frame were kept`)
      break
    }
    const name = parseText(key, limits.nameChars, 'the name of a frame variable', warnings)
    const value = parseVariable(given[key], warnings)
    if (name === undefined || value === undefined) continue
    variables[name] = value
    count++
  }
  return count === 0 ? undefined : variables
}

function parseVariable(value: unknown, warnings: Warnings): string | undefined {
  const name = 'frame variable'
  if (typeof value !== 'object') return parseText(value, limits.variableChars, name, warnings)
  const { text, isWhole } = fitJson(value, limits.variableChars)
  if (!isWhole) warnings.add(`${name} was cut to ${limits.variableChars} characters`)
  return text
}
