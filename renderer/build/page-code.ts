import type { Rolldown } from 'vite'

/** Whether the code of a page, or the code that all pages load first, contains this module. */
export function isCodeOf(pageId: string) {
  const isEntry = (id: string): boolean =>
    id.endsWith(`:page-entry:client:${pageId}`) ||
    id.endsWith('/renderer/+client.ts') ||
    id.endsWith('/runtime-client-routing/entry.js')
  return (id: string, modules: Rolldown.ChunkingContext): boolean => {
    const seen = new Set<string>()
    const isReached = (at: string): boolean => {
      if (isEntry(at)) return true
      if (seen.has(at)) return false
      seen.add(at)
      return (modules.getModuleInfo(at)?.importers ?? []).some(isReached)
    }
    return isReached(id)
  }
}
