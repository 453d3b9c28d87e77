import { useId } from 'react'
import { digestsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/digests.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './DigestForm.module.css'

/** `asked` is the text of the last search; `refusal` says why it is no digest. */
export function DigestForm({ asked, refusal }: { asked?: string | undefined; refusal?: string | undefined }) {
  const id = useId()
  return (
    <form className={styles.form} action={digestsPath} method="get">
      <label htmlFor={id}>{say.label}</label>
      <div className={styles.row}>
        <input
          id={id}
          name="digest"
          defaultValue={asked}
          placeholder={say.example}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          required
          aria-invalid={refusal === undefined ? undefined : true}
          aria-describedby={refusal === undefined ? undefined : `${id}-refusal`}
        />
        <Button weight="main">{say.find}</Button>
      </div>
      {refusal !== undefined && (
        <p id={`${id}-refusal`} className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </form>
  )
}
