import { clipText } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/search/search-refusal.ts'
import type { SearchError } from '#server/search/search-error.ts'
import styles from './SearchRefusal.module.css'

export interface SearchRefusalProps {
  /** The reason as a sentence. */
  sentence: string
  query: string
  /** The part of the search that is wrong. */
  error?: SearchError | undefined
  examples: { query: string; href: string }[]
  /** The address of the list without the search. */
  clear: string
}

/** Says below a search field what is wrong, where, and what would be right. */
export function SearchRefusal({ sentence, query, error, examples, clear }: SearchRefusalProps) {
  return (
    <>
      <p id="search-note">{error === undefined ? sentence : <ErrorSentence {...error} />}</p>
      {error !== undefined && <Typed query={query} error={error} />}
      <p className={styles.ways}>
        {examples.length > 0 && say.instead}
        {examples.map((example) => (
          <a key={example.query} href={example.href}>
            <code>{example.query}</code>
          </a>
        ))}
        <a href={clear}>{say.clear}</a>
      </p>
    </>
  )
}

function ErrorSentence({ word, message: matter }: SearchError) {
  return (
    <>
      {say.cannot}
      <code>
        <bdi>{clipText(word, LONGEST_WORD)}</bdi>
      </code>{' '}
      {matter}
    </>
  )
}

/** Shows the search with the wrong part marked, if there are other parts. */
function Typed({ query, error: { word, at } }: { query: string; error: SearchError }) {
  if (word === '' || word === query || !query.startsWith(word, at)) return null
  return (
    <p className={styles.typed}>
      <span className="visually-hidden">{say.typed}: </span>
      <code>
        {clipStart(query.slice(0, at))}
        <mark>{clipText(word, LONGEST_WORD)}</mark>
        {clipText(query.slice(at + word.length), LONGEST_CONTEXT)}
      </code>
    </p>
  )
}

const LONGEST_WORD = 60
const LONGEST_CONTEXT = 200

/** Keeps the end of a long text, because the important part follows it. */
function clipStart(text: string): string {
  return text.length <= LONGEST_CONTEXT ? text : `…${text.slice(-LONGEST_CONTEXT).toWellFormed()}`
}
