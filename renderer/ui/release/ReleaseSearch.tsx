import { releasesPath } from '../../paths.ts'
import * as say from '../../texts/releases.ts'
import { Button } from '../form/Button.tsx'
import styles from './ReleaseSearch.module.css'

interface ReleaseSearchProps {
  text: string
  kept: Readonly<Record<string, string>>
}

export function ReleaseSearch({ text, kept }: ReleaseSearchProps) {
  return (
    <search className={styles.search}>
      <form className={styles.form} action={releasesPath()}>
        <input
          key={text}
          className={styles.field}
          type="search"
          name="query"
          defaultValue={text}
          aria-label={say.searchLabel}
          placeholder="2.5"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={250}
        />
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{say.search}</Button>
      </form>
    </search>
  )
}
