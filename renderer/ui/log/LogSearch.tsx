import { logsPath } from '../../paths.ts'
import * as say from '../../texts/logs.ts'
import { Button } from '../form/Button.tsx'
import styles from './LogSearch.module.css'

interface LogSearchProps {
  query: string
  /** Why it was not searched for. */
  refusal: string | null
  /** What the form keeps of the address. */
  kept: Readonly<Record<string, string>>
}

export function LogSearch({ query, refusal, kept }: LogSearchProps) {
  return (
    <search>
      <form className={styles.form} action={logsPath()}>
        <input
          key={query}
          className={styles.field}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={say.searchLabel}
          aria-invalid={refusal !== null}
          aria-describedby={refusal === null ? undefined : 'log-refusal'}
          placeholder={say.searchExample}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{say.search}</Button>
        {refusal !== null && (
          <p className={styles.refusal} id="log-refusal" role="alert">
            {refusal}
          </p>
        )}
        <details className={styles.help}>
          <summary>How to search</summary>
          <p>{say.help}</p>
        </details>
      </form>
    </search>
  )
}
