import { limits } from '../../ingest/limits.ts'
import { isObject, readText, type Warnings } from './untrusted.ts'

/** A frame's local variables as texts: Python's SDK sends each as its `repr`, Node's as JSON. */
export function readFrameVariables(given: unknown, warnings: Warnings): Record<string, string> | undefined {
  if (!isObject(given)) return undefined
  const variables: Record<string, string> = {}
  let count = 0
  for (const key of Object.keys(given)) {
    if (key === '__proto__') continue // assigning it would set the object's prototype
    if (count === limits.variablesPerFrame) {
      warnings.add(`frame variables: the first ${limits.variablesPerFrame} of a frame were kept`)
      break
    }
    const name = readText(key, limits.nameChars, 'the name of a frame variable', warnings)
    const value = readText(asText(given[key]), limits.variableChars, 'frame variable', warnings)
    if (name === undefined || value === undefined) continue
    variables[name] = value
    count++
  }
  return count === 0 ? undefined : variables
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
