import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { escapeAsVike } from '#tests/support/sites/vike-strings.ts'

/** What Vike makes of a template: text between values that are escaped, safe, templates themselves, or streams. */
export async function textOf(value: unknown): Promise<string> {
  if (value instanceof PassThrough) return String(await buffer(value))
  if (typeof value !== 'object' || value === null) return escapeAsVike(String(value))
  if ('_escaped' in value) return String(value._escaped)
  const { templateStrings, templateVariables } = (value as Template)._template
  const variables = await Promise.all(templateVariables.map(textOf))
  return templateStrings.map((text, index) => text + (variables[index] ?? '')).join('')
}

interface Template {
  _template: { templateStrings: string[]; templateVariables: unknown[] }
}
