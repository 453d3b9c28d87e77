import { searchButton } from '#renderer/texts/issues/issue-list.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './SearchForm.module.css'

interface SearchFormProps {
  action: string
  query: string
  /** The address parameters that the form keeps. */
  hiddenFields: [name: string, value: string][]
  label: string
  /** An example of a search. */
  example: string
  /** The address that completes the search word by word. */
  offers?: string
}

/** A search field over a list that is a part of its page. */
export function SearchForm({ action, query, hiddenFields, label, example, offers }: SearchFormProps) {
  return (
    <search>
      <form className={styles.form} action={action}>
        <input
          key={query}
          className={styles.field}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={label}
          placeholder={example}
          autoCapitalize="none"
          data-offers={offers}
          spellCheck={false}
        />
        {hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{searchButton}</Button>
      </form>
    </search>
  )
}
