import { parseDebugId } from '#server/processing/normalize/native/debug-images.ts'

/** What a built script says of its map. */
export interface ScriptComments {
  /** `//# sourceMappingURL=`, the last one. */
  mapUrl: string | undefined
  /** All debug ids in the script, each once: of the snippet that registers it, then of `//# debugId=`. */
  debugIds: string[]
}

/** Tools write their comments in the last lines, and their snippets in the first ones. */
const EDGE_CHARS = 4_096

/** https://tc39.es/ecma426/#sec-linking-inline and https://github.com/tc39/ecma426/blob/main/proposals/debug-id.md */
export function readScriptComments(script: string): ScriptComments {
  const start = script.slice(0, EDGE_CHARS)
  const end = script.slice(-EDGE_CHARS)
  const found = [
    ...[...start.matchAll(SNIPPET_ID)].map(([, id]) => parseDebugId(id)),
    parseDebugId(lastComment(end, 'debugId=')),
  ]
  const debugIds = found.filter((id) => id !== undefined)
  return { mapUrl: lastComment(end, 'sourceMappingURL='), debugIds: [...new Set(debugIds)] }
}

/** `e._sentryDebugIds[n]="8a2f3c1e-…"`, as bundlers' plugins and `sourcemaps add` write it. */
const SNIPPET_ID = /_sentryDebugIds\[\w{1,20}\] {0,4}= {0,4}["']([\da-fA-F-]{32,36})["']/g

function lastComment(text: string, name: string): string | undefined {
  const at = Math.max(text.lastIndexOf(`//# ${name}`), text.lastIndexOf(`//@ ${name}`))
  if (at === -1) return undefined
  const [value] = text.slice(at + 4 + name.length).split(/[\s'"]/, 1)
  return value === '' ? undefined : value
}
