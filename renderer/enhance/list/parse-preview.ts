/** The answer of server/live/preview.ts. */
export interface ShownPreview {
  title: string
  message: string
  frame: { place: string; code: string | null } | null
  facts: { name: string; value: string }[]
}

/** Returns undefined if a server of another version answers differently. */
export function parsePreview(value: unknown): ShownPreview | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // The code below checks each entry.
  const { title, message, frame, facts } = value as Partial<Record<keyof ShownPreview, unknown>>
  if (typeof title !== 'string' || typeof message !== 'string' || !Array.isArray(facts)) return undefined
  return { title, message, frame: readFrame(frame), facts: facts.filter(isFact) }
}

function readFrame(value: unknown): ShownPreview['frame'] {
  if (typeof value !== 'object' || value === null || !('place' in value)) return null
  const code = 'code' in value && typeof value.code === 'string' ? value.code : null
  return typeof value.place === 'string' ? { place: value.place, code } : null
}

function isFact(value: unknown): value is ShownPreview['facts'][number] {
  const { name, value: said } = Object(value) as Record<string, unknown> // Its value can be anything.
  return typeof name === 'string' && typeof said === 'string'
}
