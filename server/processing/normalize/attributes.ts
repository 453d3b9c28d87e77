import { isObject, type JsonObject } from './untrusted.ts'

/** Each attribute says its type beside its value; JSON has types of its own. */
export function parseAttributes(attributes: unknown): JsonObject {
  if (!isObject(attributes)) return {}
  const values = Object.entries(attributes).map(([name, attribute]) => [
    name,
    isObject(attribute) ? attribute.value : undefined,
  ])
  return Object.fromEntries(values)
}
