import type { ReactNode } from 'react'
import { searchButton } from '#renderer/texts/issues/issue-list.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import './refusal/SearchRefusal.module.css'
import styles from './SearchForm.module.css'

interface SearchFormProps {
  action: string
  query: string
  /** Why the search was refused, as refusal/refusal-html.tsx renders it. */
  refusal: string | null
  /** The address parameters that the form keeps. */
  hiddenFields: [name: string, value: string][]
  label: string
  /** An example of a search. */
  example: string
  /** The id of a `datalist`. */
  list?: string
  /** The address that completes the search word by word; a `datalist` can have it, too. */
  offers?: string
  /** Other links and help, beside the button. */
  children?: ReactNode
}

/** A search field over a list, which loads the list again. */
export function SearchForm({
  action,
  query,
  refusal,
  hiddenFields,
  label,
  example,
  list,
  offers,
  children,
}: SearchFormProps) {
  const isRefused = refusal !== null
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
          aria-invalid={isRefused}
          aria-describedby={isRefused ? 'search-note' : undefined}
          placeholder={example}
          autoCapitalize="none"
          list={list}
          data-offers={offers}
          spellCheck={false}
        />
        {hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{searchButton}</Button>
        {children}
        {isRefused && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it
          <div className={styles.refusal} role="alert" dangerouslySetInnerHTML={{ __html: refusal }} />
        )}
      </form>
    </search>
  )
}
