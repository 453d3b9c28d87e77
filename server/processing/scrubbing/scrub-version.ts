import type { Scrubber } from '#server/processing/secrets/scrubber.ts'

export function scrubOrNull(given: string | null, { text }: Scrubber): string | null {
  return given === null ? null : text(given)
}

/** Applications choose both texts, so that they may hold anything. */
export function scrubVersion(
  { release, environment }: { release: string | null; environment: string | null },
  scrubber: Scrubber,
) {
  return { release: scrubOrNull(release, scrubber), environment: scrubOrNull(environment, scrubber) }
}
