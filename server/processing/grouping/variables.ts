import type { NormalizedEvent } from '#server/processing/event.ts'
import { isVariableName, VARIABLE, type VariableName } from '#server/protocol/fingerprint.ts'

/** What `{{ name }}` stands for in fingerprints and titles, beside `default` and `tags.<name>`. */
const VARIABLES: Record<VariableName, (event: NormalizedEvent) => string | undefined> = {
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

/** A fingerprint's part, cut where `{{ default }}` stands; other variables are put in. */
export function splitAtDefault(part: string, event: NormalizedEvent): string[] {
  return part.split(/\{\{\s*default\s*\}\}/).map((text) => putIn(text, event))
}

/** What is not there is empty; what is no variable stays as it is. */
export function putIn(text: string, event: NormalizedEvent): string {
  if (!text.includes('{{')) return text
  return text.replace(VARIABLE, (place, name: string) => {
    if (name.startsWith('tags.')) return event.tags.find(([key]) => key === name.slice(5))?.[1] ?? ''
    return isVariableName(name) ? (VARIABLES[name](event) ?? '') : place
  })
}
