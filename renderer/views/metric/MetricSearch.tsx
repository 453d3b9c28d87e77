import { metricsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/metrics.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './metric.module.css'

interface MetricSearchProps {
  search: string
  /** The address parameters that the form keeps. */
  hiddenFields: Record<string, string>
}

/** Finds metrics by a part of their name. */
export function MetricSearch({ search, hiddenFields }: MetricSearchProps) {
  return (
    <search>
      <form className={styles.search} action={metricsPath()}>
        <input
          key={search}
          type="search"
          name="query"
          defaultValue={search}
          aria-label={say.searchNames}
          placeholder={say.namePlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{say.search}</Button>
      </form>
    </search>
  )
}
