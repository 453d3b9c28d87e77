import type { NormalizedFrame } from '#server/processing/event.ts'

/** The patterns for a package's name in a frame's path, the most reliable first. */
const PLACES: readonly RegExp[] = [
  // The last `node_modules` counts, because pnpm and nested installs repeat it.
  /^.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/s,
  /^(node):/,
  /^.*[/\\](?:site|dist)-packages[/\\]([^/\\]+)/s,
  /[/\\]gems[/\\](?=[^/\\]*[/\\])([^/\\]+)-\d/,
  /[/\\]vendor[/\\]([^/\\]+[/\\][^/\\]+)[/\\]/,
  /[/\\]lib[/\\](python)\d/,
  /^(?:chrome|moz|safari)-(extension):/,
]

/** `libart.so` of `/apex/com.android.runtime/lib/libart.so`. */
export function libraryName(path: string): string {
  return path.split(/[\\/]/).findLast(Boolean) ?? path
}

/** Finds the package of a frame by its path or module. */
export function packageOf(frame: NormalizedFrame): string | undefined {
  for (const path of [frame.abs_path, frame.filename]) {
    if (path === undefined) continue
    for (const place of PLACES) {
      const name = place.exec(path)?.[1]
      if (name !== undefined) return name.replaceAll('\\', '/').replace(/\.py$/, '')
    }
  }
  if (frame.package !== undefined) return libraryName(frame.package)
  const root = frame.module?.split(/[.:/]/)[0]
  // Engines write `<anonymous>` and the like where there is no name.
  return root === '' || root?.startsWith('<') ? undefined : root
}
