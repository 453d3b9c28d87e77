import styles from './ViewTabs.module.css'

export interface ViewTab {
  name: string
  href: string
  isChosen: boolean
  /** How many issues there are; `99+` where nobody counted on. */
  count?: string
}

/** Ways to see the list; which ones is the loader's business, so that the browser loads no code for it. */
export function ViewTabs({ label, tabs }: { label: string; tabs: ViewTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul>
        {tabs.map(({ name, href, isChosen, count }) => (
          <li key={href + name}>
            <a className={styles.tab} href={href} aria-current={isChosen ? 'page' : undefined}>
              <bdi>{name}</bdi>
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
