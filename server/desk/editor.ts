import { findSetting, saveSetting } from '#server/store/accounts/settings.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Refusal } from './issues/issues.ts'

/** Where somebody opens the frames of stack traces. */
export interface EditorSetting {
  editor: (typeof EDITORS)[number]
  /** Where paths in reports begin with this, `to` stands in its place; as they are where it is empty. */
  from: string
  to: string
}

export interface DeskEditor {
  /** Null where none is chosen. */
  findEditor(): Promise<EditorSetting | null>
  /** An empty `editor` chooses none. */
  chooseEditor(given: { editor: string; from: string; to: string }): Promise<undefined | Refusal>
}

const EDITORS = ['vscode', 'cursor', 'windsurf', 'zed', 'idea'] as const
const PATH_CHARACTERS = 500

/** Each account has its own; who has none, as a token, chooses none. */
export function createDeskEditor(store: Store, viewer: { id: number } | undefined): DeskEditor {
  const key = `editor:${viewer?.id ?? 0}`
  return {
    async findEditor() {
      if (viewer === undefined || viewer.id === 0) return null
      const text = await findSetting(store.db, key)
      return text === undefined || text === '' ? null : (JSON.parse(text) as EditorSetting) // written below
    },
    async chooseEditor({ editor, from, to }) {
      if (viewer === undefined || viewer.id === 0)
        return { refusal: 'Cannot choose the editor: you are not signed in' }
      if (editor !== '' && !isEditor(editor)) {
        return { refusal: 'Cannot choose the editor: unknown editor', field: 'editor' }
      }
      const tooLong = [from, to].some((path) => path.length > PATH_CHARACTERS)
      if (tooLong)
        return { refusal: `Cannot choose the editor: a path has at most ${PATH_CHARACTERS} characters` }
      const value = editor === '' ? '' : JSON.stringify({ editor, from: from.trim(), to: to.trim() })
      await store.write((trx) => saveSetting(trx, key, value))
      return undefined
    },
  }
}

function isEditor(text: string): text is EditorSetting['editor'] {
  return EDITORS.some((editor) => editor === text)
}
