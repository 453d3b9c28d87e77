import type { NormalizedEvent } from '#server/processing/event.ts'

const VARIABLE = /\{\{\s*([\w.-]{1,210})\s*\}\}/g

/** The variables `{{ name }}` of fingerprints and titles, beside `default` and `tags.<name>`. */
const VARIABLES: Record<string, (event: NormalizedEvent) => string | undefined> = {
  type: (event) => event.exception.values.at(-1)?.type,
  'error.type': (event) => event.exception.values.at(-1)?.type,
  value: (event) => event.exception.values.at(-1)?.value,
  'error.value': (event) => event.exception.values.at(-1)?.value,
  message: (event) => event.message ?? event.exception.values.at(-1)?.value,
  function: (event) => innermost(event)?.function,
  module: (event) => innermost(event)?.module,
  path: (event) => innermost(event)?.filename ?? innermost(event)?.abs_path,
  transaction: (event) => event.transaction,
  level: (event) => event.level,
  logger: (event) => event.logger,
  release: (event) => event.release,
  environment: (event) => event.environment,
}

function innermost({ exception }: NormalizedEvent) {
  const frames = exception.values.at(-1)?.stacktrace?.frames ?? []
  return frames.findLast((frame) => frame.in_app) ?? frames.at(-1)
}

/** Returns the names in a text that are not variables. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
  return names.filter(
    (name) => name !== 'default' && !name.startsWith('tags.') && !Object.hasOwn(VARIABLES, name),
  )
}

/** Splits a fingerprint's part at `{{ default }}`; other variables are filled in. */
export function splitAtDefault(part: string, event: NormalizedEvent): string[] {
  return part.split(/\{\{\s*default\s*\}\}/).map((text) => putIn(text, event))
}

/** A missing value is empty; an unknown variable stays as it is. */
export function putIn(text: string, event: NormalizedEvent): string {
  if (!text.includes('{{')) return text
  return text.replace(VARIABLE, (place, name: string) => {
    if (name.startsWith('tags.')) return event.tags.find(([key]) => key === name.slice(5))?.[1] ?? ''
    return Object.hasOwn(VARIABLES, name) ? (VARIABLES[name]?.(event) ?? '') : place
  })
}
