import styles from './ViewTabs.module.css'

export interface ViewTab {
  name: string
  href: string
  isChosen: boolean
  /** How many issues are open there. */
  open?: string
}

/** Ways to see the list; which ones is the loader's business, so that the browser loads no code for it. */
export function ViewTabs({ label, tabs, isQuiet }: { label: string; tabs: ViewTab[]; isQuiet?: boolean }) {
  return (
    <nav className={styles.tabs} aria-label={label} data-quiet={isQuiet}>
      <ul>
        {tabs.map(({ name, href, isChosen, open }) => (
          <li key={href}>
            <a className={styles.tab} href={href} aria-current={isChosen ? 'page' : undefined}>
              <bdi>{name}</bdi>
              {open !== undefined && (
                <span className={styles.count}>
                  {open}
                  <span className="visually-hidden"> open</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
