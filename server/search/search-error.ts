/** What is wrong with a search, and with which of its words. */
export interface SearchError {
  word: string
  /** Characters before it. */
  at: number
  /** Follows the word: `needs a number`. */
  message: string
  /** Whole searches that may have been meant. */
  instead?: string[]
}

/** ``Cannot search: `timesSeen:>abc` (at character 14) needs a number``. */
export function formatSearchError({ word, at, message }: SearchError): string {
  const shown = word.length > MOST_SHOWN ? `${word.slice(0, MOST_SHOWN)}…` : word
  return `Cannot search: \`${shown}\`${at === 0 ? '' : ` (at character ${at + 1})`} ${message}`
}

const MOST_SHOWN = 60
