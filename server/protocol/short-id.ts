/** `SHOP-418`: the project's slug, and the number in it. */
export function formatShortId({ projectSlug, number }: { projectSlug: string; number: number }): string {
  return `${projectSlug.toUpperCase()}-${number}`
}

/** Undefined for other text. Case does not matter. */
export function parseShortId(text: string): { projectSlug: string; number: number } | undefined {
  const match = /^([a-z0-9][a-z0-9_-]*)-(\d{1,10})$/i.exec(text.trim())
  return match?.[1] === undefined
    ? undefined
    : { projectSlug: match[1].toLowerCase(), number: Number(match[2]) }
}
