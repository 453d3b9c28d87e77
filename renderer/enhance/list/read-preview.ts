/** As server/live/peek.ts gives it. */
export interface Peek {
  title: string
  message: string
  frame: { place: string; code: string | null } | null
  facts: { name: string; value: string }[]
}

/** Undefined for what a server of another version says. */
export function readPeek(value: unknown): Peek | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, message, frame, facts } = value as Partial<Record<keyof Peek, unknown>> // looked at one by one
  if (typeof title !== 'string' || typeof message !== 'string' || !Array.isArray(facts)) return undefined
  return { title, message, frame: readFrame(frame), facts: facts.filter(isFact) }
}

function readFrame(value: unknown): Peek['frame'] {
  if (typeof value !== 'object' || value === null || !('place' in value)) return null
  const code = 'code' in value && typeof value.code === 'string' ? value.code : null
  return typeof value.place === 'string' ? { place: value.place, code } : null
}

function isFact(value: unknown): value is Peek['facts'][number] {
  const { name, value: said } = Object(value) as Record<string, unknown> // whatever it is
  return typeof name === 'string' && typeof said === 'string'
}
