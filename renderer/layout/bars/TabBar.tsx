import { currentMark, markOf, moreDestinations, tabDestinations } from '#renderer/layout/destinations.ts'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { keepScope } from '#renderer/layout/kept-scope.ts'
import { FrameField } from '#renderer/layout/menus/FrameField.tsx'
import * as say from '#renderer/texts/frame/frame.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import styles from './TabBar.module.css'

type TabBarProps = Pick<FrameFacts, 'path' | 'email' | 'role'> & { scope: Record<string, string> }

/** The side bar's pages on a phone, within reach of the thumb. The fifth tab opens the remaining ones. */
export function TabBar({ path, email, role, scope }: TabBarProps) {
  const further = moreDestinations(role)
  const isFurther = further.some((destination) => markOf(destination, path) !== undefined)
  return (
    <nav className={styles.bar} aria-label={say.navigation.tabs}>
      {tabDestinations.map(({ name, path: to, icon }) => (
        <a key={to} className={styles.tab} href={keepScope(to, scope)} aria-current={currentMark(to, path)}>
          <Icon shape={icon} size={18} strokeWidth={1.75} />
          {name}
        </a>
      ))}
      <button className={styles.tab} type="button" popoverTarget="more" data-current={isFurther || undefined}>
        <Icon shape="more" size={18} strokeWidth={1.75} />
        {say.more}
      </button>
      <div className={styles.sheet} id="more" popover="auto">
        <ul className={styles.further}>
          {further.map(({ name, path: to, icon, alsoMarks }) => (
            <li key={to}>
              <a
                className={styles.link}
                href={keepScope(to, scope)}
                aria-current={markOf({ path: to, alsoMarks }, path)}
              >
                <Icon shape={icon} size={18} strokeWidth={1.75} />
                {name}
              </a>
            </li>
          ))}
        </ul>
        <form className={styles.account} method="post">
          <FrameField does="sign-out" />
          <bdi>{email}</bdi>
          <button type="submit">{say.signOut}</button>
        </form>
      </div>
    </nav>
  )
}
