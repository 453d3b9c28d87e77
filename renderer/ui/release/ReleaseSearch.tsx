import { releasesPath } from '../../paths.ts'
import * as say from '../../texts/releases.ts'
import { Button } from '../form/Button.tsx'
import styles from './ReleaseSearch.module.css'

interface ReleaseSearchProps {
  text: string
  kept: Readonly<Record<string, string>>
  orders: readonly { name: string; href: string; isChosen: boolean }[]
}

export function ReleaseSearch({ text, kept, orders }: ReleaseSearchProps) {
  return (
    <div className={styles.row}>
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
      <nav className={styles.orders} aria-label="Order">
        {orders.map(({ name, href, isChosen }) => (
          <a key={href} href={href} aria-current={isChosen ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}
