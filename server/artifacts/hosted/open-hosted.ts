import type { HostedFiles } from '#server/artifacts/assemble-job.ts'
import type { Bundle } from '#server/artifacts/read-bundle.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'

/** Opens a script and its map as if they had been uploaded. */
export function openHosted({ script, map }: HostedFiles): Bundle {
  const { debugIds } = readScriptComments(Buffer.from(script.bytes).toString())
  const files = [
    {
      kind: 'script' as const,
      debugId: debugIds[0],
      mapUrl: map.url.slice(map.url.lastIndexOf('/') + 1),
      ...script,
    },
    { kind: 'map' as const, debugId: undefined, mapUrl: undefined, ...map },
  ]
  return {
    files: files.map(({ bytes, ...file }) => ({ ...file, read: async () => bytes })),
    close: () => undefined,
  }
}
