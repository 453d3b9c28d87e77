import type { EditorSetting } from '#server/models/editor.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { findSetting, saveSetting } from '#server/store/accounts/settings.ts'
import type { Store } from '#server/store/engine/store.ts'

export interface DeskEditor {
  /** Null when none is chosen. */
  find(): Promise<EditorSetting | null>
  /** An empty `editor` chooses none. Undefined when it is done. */
  choose(given: { editor: string; from: string; to: string }): Promise<undefined | Refusal>
}

const EDITORS: readonly EditorSetting['editor'][] = ['vscode', 'cursor', 'windsurf', 'zed', 'idea']
const PATH_CHARACTERS = 500

/** Each account has its own setting; a token has no account and cannot choose. */
export function createDeskEditor(store: Store, viewer: { id: number } | undefined): DeskEditor {
  const key = `editor:${viewer?.id ?? 0}`
  return {
    async find() {
      if (viewer === undefined || viewer.id === 0) return null
      const text = await findSetting(store.db, key)
      return text === undefined || text === '' ? null : (JSON.parse(text) as EditorSetting) // written below
    },
    async choose({ editor, from, to }) {
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
