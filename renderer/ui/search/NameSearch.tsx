import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './NameSearch.module.css'

interface NameSearchProps {
  /** The list's address. */
  action: string
  search: string
  /** The address parameters that the form keeps. Those without a value are left out. */
  hiddenFields: Readonly<Record<string, string | undefined>>
  texts: { label: string; placeholder: string; button: string }
}

/** Finds the rows of a list by a part of their names. */
export function NameSearch({ action, search, hiddenFields, texts }: NameSearchProps) {
  return (
    <search>
      <form className={styles.search} action={action}>
        <input
          key={search}
          type="search"
          name="query"
          defaultValue={search}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        {Object.entries(hiddenFields).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button>{texts.button}</Button>
      </form>
    </search>
  )
}
