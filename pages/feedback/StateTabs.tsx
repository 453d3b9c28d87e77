import styles from './state-tabs.module.css'

export interface StateTab {
  name: string
  href: string
  isChosen: boolean
  count: string
}

export function StateTabs({ tabs }: { tabs: readonly StateTab[] }) {
  return (
    <nav className={styles.tabs} aria-label="States">
      {tabs.map(({ name, href, isChosen, count }) => (
        <a key={href} className={styles.tab} href={href} aria-current={isChosen ? 'page' : undefined}>
          {name} <span className={styles.count}>{count}</span>
        </a>
      ))}
    </nav>
  )
}
