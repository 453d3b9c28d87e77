import { settingsPages } from '#renderer/layout/destinations.ts'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { settings } from '#renderer/texts/frame/places.ts'
import styles from './SettingsBar.module.css'

/** The links between the settings pages that this role sees. */
export function SettingsBar({ path, role }: Pick<FrameFacts, 'path' | 'role'>) {
  return (
    <nav className={styles.bar} aria-label={settings}>
      <ul>
        {settingsPages(role).map(({ name, path: to }) => (
          <li key={to}>
            <a href={to} aria-current={path === to ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
