import * as v from 'valibot'

const NO_OBJECT = 'the body must be a JSON object'

/** Parses a body; `refusal` says what is wrong, as the end of a sentence. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): { given: v.InferOutput<Schema> } | { refusal: string } {
  if (Array.isArray(body)) return { refusal: NO_OBJECT } // valibot takes a list for an object
  const result = v.safeParse(schema, body)
  return result.success ? { given: result.output } : { refusal: refusalOf(result.issues[0]) }
}

function refusalOf(issue: v.BaseIssue<unknown>): string {
  const { message, received, expected } = issue
  const path = v.getDotPath(issue)
  const isOurs = !message.startsWith('Invalid ') // valibot's own messages do
  if (path === null) return isOurs ? message : NO_OBJECT
  if (received === 'undefined') return `${path} is missing`
  return isOurs ? `${path}: ${message}` : `${path} is ${received}, which is not ${expected}`
}
