import type { ReactNode } from 'react'
import { searchButton } from '#renderer/texts/issues/issue-list.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import './refusal/SearchRefusal.module.css'
import styles from './SearchForm.module.css'

interface SearchFormProps {
  action: string
  query: string
  /** Why it was not searched for, as refusal/refusal-html.tsx says it. */
  refusal: string | null
  /** What the form keeps of the address. */
  hiddenFields: [name: string, value: string][]
  label: string
  /** What a search may look like. */
  example: string
  /** The id of a `datalist`. */
  list?: string
  /** Beside the button: other ways, and help. */
  children?: ReactNode
}

/** One field over a list, which asks for the list anew. */
export function SearchForm({
  action,
  query,
  refusal,
  hiddenFields: kept,
  label,
  example,
  list,
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
          spellCheck={false}
        />
        {kept.map(([name, value]) => (
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
