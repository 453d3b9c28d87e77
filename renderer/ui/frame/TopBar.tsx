import { issuesPath } from '../../paths.ts'
import * as say from '../../texts/frame.ts'
import { Icon } from '../icon/Icon.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { DemoStrip } from './DemoStrip.tsx'
import type { FrameFacts } from './frame-facts.ts'
import { PeriodMenu } from './PeriodMenu.tsx'
import { ScopeMenu } from './ScopeMenu.tsx'
import { SearchWords } from './SearchWords.tsx'
import { readSwitches } from './switches.ts'
import styles from './TopBar.module.css'

export function TopBar({ demo, ...facts }: FrameFacts) {
  const switches = readSwitches(facts)
  return (
    <>
      {demo !== undefined && <DemoStrip slug={demo} />}
      <div className={styles.bar} data-keys={facts.hasKeys ? 'on' : 'off'}>
        <search className={styles.search}>
          <form action={issuesPath()} method="get">
            <Icon shape="search" size={15} className={styles.icon} />
            <input
              className={styles.field}
              name="query"
              aria-label={say.search}
              placeholder={say.searchExample}
              aria-keyshortcuts={facts.hasKeys ? '/' : undefined}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={500}
              data-key="/"
              required
            />
            {facts.hasKeys && (
              <span className={styles.key} aria-hidden="true" data-needs-script>
                /
              </span>
            )}
          </form>
        </search>
        {switches !== undefined && (
          <nav className={styles.switches} aria-label={say.scope}>
            {switches.choices.map((choices) => (
              <ScopeMenu key={choices.kind} {...choices} />
            ))}
            {switches.period !== undefined && <PeriodMenu {...switches.period} />}
          </nav>
        )}
        {facts.path === issuesPath() && <SearchWords environments={facts.environments} />}
        <AccountMenu {...facts} />
      </div>
    </>
  )
}
