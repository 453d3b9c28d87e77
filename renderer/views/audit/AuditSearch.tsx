import * as say from '#renderer/texts/account/audit.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { auditPath } from '#renderer/views/audit/paths.ts'
import styles from './Audit.module.css'

interface AuditSearchProps {
  query: string
  /** Empty for any. */
  action: string
  /** The parameters of the address that the search keeps. */
  hiddenFields: [name: string, value: string][]
  /** The address of the same entries as a file. */
  file: string
}

/** Searches the log by a text and by what was done. */
export function AuditSearch({ query, action, hiddenFields, file }: AuditSearchProps) {
  return (
    <search className={styles.search}>
      <form action={auditPath()}>
        <input
          key={query}
          type="search"
          name="query"
          defaultValue={query}
          aria-label={say.searchLabel}
          placeholder={say.example}
          autoCapitalize="none"
          spellCheck={false}
        />
        <select key={action} name="action" defaultValue={action} aria-label={say.actionLabel}>
          <option value="">{say.anyAction}</option>
          {Object.entries(say.actions).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        {hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{say.searchButton}</Button>
      </form>
      <ButtonLink href={file} rel="external">
        {say.download}
      </ButtonLink>
    </search>
  )
}
