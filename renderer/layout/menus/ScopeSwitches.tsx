import type { Switches } from '#renderer/layout/switches.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import { PeriodMenu } from './PeriodMenu.tsx'
import { ScopeMenu } from './ScopeMenu.tsx'
import styles from './ScopeSwitches.module.css'

/**
 * The menus for project, environment and period. On a phone they are in a sheet that one button opens; the
 * browser does that by itself, without a script.
 */
export function ScopeSwitches({ choices, period }: Switches) {
  const isSet = choices.some((each) => each.isSet) || period?.isSet
  return (
    <>
      <button
        className={styles.open}
        type="button"
        popoverTarget="scope"
        aria-label={say.scope}
        data-set={isSet || undefined}
      >
        <Icon shape="filter" size={18} strokeWidth={1.75} />
      </button>
      <nav className={styles.switches} id="scope" popover="auto" aria-label={say.scope}>
        {choices.map((each) => (
          <ScopeMenu key={each.kind} {...each} />
        ))}
        {period !== undefined && <PeriodMenu {...period} />}
      </nav>
    </>
  )
}

/**
 * Says on a phone what is set, where the menus are out of sight. A page may have menus of its own at the end
 * of the line.
 */
export function ScopeLine({ choices, period, hasMenus }: Switches & { hasMenus: boolean }) {
  const told = choices.filter(({ kind, isSet }) => kind === 'project' || isSet || choices.length === 1)
  const names = [...told, ...(period === undefined ? [] : [period])].map(({ shown }) => shown)
  return (
    <section className={styles.line} aria-label={say.shownScope} data-has-menus={hasMenus || undefined}>
      <bdi>{say.scopeLine(names)}</bdi>
    </section>
  )
}
