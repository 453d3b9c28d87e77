/** The editor in which an account opens the frames of stack traces. */
export interface EditorSetting {
  editor: 'vscode' | 'cursor' | 'windsurf' | 'zed' | 'idea'
  /** Paths that begin with `from` begin with `to` instead; an empty `from` leaves paths as they were reported. */
  from: string
  to: string
}
