import { tracesPath } from '../../paths.ts'
import * as say from '../../texts/traces.ts'
import { Button } from '../form/Button.tsx'
import styles from './TraceSearch.module.css'

interface TraceSearchProps {
  query: string
  /** Why it was not searched for. */
  refusal: string | null
  /** What the form keeps of the address. */
  kept: [name: string, value: string][]
}

export function TraceSearch({ query, refusal, kept }: TraceSearchProps) {
  return (
    <search>
      <form className={styles.form} action={tracesPath()}>
        <input
          key={query}
          className={styles.field}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={say.searchLabel}
          aria-invalid={refusal !== null}
          aria-describedby="search-note"
          placeholder={say.searchPlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{say.search}</Button>
        {refusal !== null && (
          <p className={styles.refusal} id="search-note" role="alert">
            {refusal}
          </p>
        )}
        <details className={styles.help}>
          <summary>{say.helpSummary}</summary>
          <p id={refusal === null ? 'search-note' : undefined}>{say.searchHelp}</p>
        </details>
      </form>
    </search>
  )
}
