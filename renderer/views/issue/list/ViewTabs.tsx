import type { ReactNode } from 'react'
import styles from './ViewTabs.module.css'

export interface ViewTab {
  name: string
  href: string
  isChosen: boolean
  /** The number of issues, or `99+` where the count stopped. */
  count?: string
}

/** One line with the tabs and the menus of a list. */
export function ViewBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}

/** The views of the list. The loader chooses them, so that the browser needs no code for it. */
export function ViewTabs({ label, tabs }: { label: string; tabs: ViewTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label} data-scrolls>
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
