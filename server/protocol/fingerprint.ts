/** Where a variable stands in a fingerprint or a title: `{{ name }}`. */
export const VARIABLE = /\{\{\s*([\w.-]{1,210})\s*\}\}/g

/** The names that stand for something of an event, beside `default` and `tags.<name>`. */
export const VARIABLE_NAMES = [
  'type',
  'error.type',
  'value',
  'error.value',
  'message',
  'function',
  'module',
  'path',
  'transaction',
  'level',
  'logger',
  'release',
  'environment',
] as const

export type VariableName = (typeof VARIABLE_NAMES)[number]

const KNOWN: ReadonlySet<unknown> = new Set(VARIABLE_NAMES)

export function isVariableName(name: string): name is VariableName {
  return KNOWN.has(name)
}

/** Returns the names in a text that are not variables. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'default' && !name.startsWith('tags.') && !isVariableName(name))
}
