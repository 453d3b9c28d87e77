import { Icon } from '../icon/Icon.tsx'
import { currentMark, destinations } from './destinations.ts'
import styles from './TabBar.module.css'

/** The side bar's destinations on a phone, in reach of the thumb. */
export function TabBar({ path }: { path: string }) {
  return (
    <nav className={styles.bar} aria-label="Main">
      {destinations.map((destination) => (
        <a
          key={destination.path}
          className={styles.tab}
          href={destination.path}
          aria-current={currentMark(destination.path, path)}
        >
          <Icon shape={destination.icon} size={18} strokeWidth={1.75} />
          {destination.name}
        </a>
      ))}
    </nav>
  )
}
