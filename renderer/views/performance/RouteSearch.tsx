import { performancePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './performance.module.css'

interface RouteSearchProps {
  search: string
  /** The address parameters that the form keeps. */
  hiddenFields: Record<string, string | undefined>
}

export function RouteSearch({ search, hiddenFields }: RouteSearchProps) {
  return (
    <search>
      <form className={styles.search} action={performancePath()}>
        <input
          key={search}
          type="search"
          name="query"
          defaultValue={search}
          aria-label={say.searchRoutes}
          placeholder={say.searchPlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {Object.entries(hiddenFields).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button>{say.search}</Button>
      </form>
    </search>
  )
}
