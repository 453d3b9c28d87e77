import type { EditorSetting } from '#server/models/editor.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'

/** The link format of each editor; `path` begins with a slash and is encoded. */
const LINKS: Record<EditorSetting['editor'], (path: string, line: number, column: number) => string> = {
  vscode: (path, line, column) => `vscode://file${path}:${line}:${column}`,
  cursor: (path, line, column) => `cursor://file${path}:${line}:${column}`,
  windsurf: (path, line, column) => `windsurf://file${path}:${line}:${column}`,
  zed: (path, line, column) => `zed://file${path}:${line}:${column}`,
  idea: (path, line, column) => `idea://open?file=${path}&line=${line}&column=${column}`,
}

export const EDITORS: Record<EditorSetting['editor'], string> = {
  vscode: 'VS Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  zed: 'Zed',
  idea: 'JetBrains IDEs',
}

/** Only a path on a disk gets a link, because an editor cannot open a file from the web. */
export function editorLink(
  { abs_path: path, lineno = 1, colno = 1 }: NormalizedFrame,
  { editor, from, to }: EditorSetting,
): string | undefined {
  const onDisk = path?.replace(/^file:\/\/(?=\/)/, '')
  if (onDisk === undefined || !/^(\/(?!\/)|[a-z]:[\\/])/i.test(onDisk)) return undefined
  const mapped = from !== '' && onDisk.startsWith(from) ? to + onDisk.slice(from.length) : onDisk
  const parts = mapped.toWellFormed().replaceAll('\\', '/').split('/')
  // `..` would lead out of the folder that the path shows.
  if (parts.includes('..')) return undefined
  const encoded = parts.map((part) => encodeURIComponent(part).replaceAll('%3A', ':')).join('/')
  return LINKS[editor](encoded.startsWith('/') ? encoded : `/${encoded}`, lineno, colno)
}
