import { DemoStrip } from '#renderer/layout/DemoStrip.tsx'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { AccountMenu } from '#renderer/layout/menus/AccountMenu.tsx'
import { ScopeLine, ScopeSwitches } from '#renderer/layout/menus/ScopeSwitches.tsx'
import { offersAddress } from '#renderer/layout/offers-address.ts'
import { parseSwitches } from '#renderer/layout/switches.ts'
import { issuesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import { SearchWords } from './SearchWords.tsx'
import styles from './TopBar.module.css'

export function TopBar({ demo, ...facts }: FrameFacts) {
  const switches = parseSwitches(facts)
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
        {switches !== undefined && <ScopeSwitches {...switches} />}
        {facts.path === issuesPath() && (
          <SearchWords environments={facts.environments} offers={offersAddress(facts)} />
        )}
        <AccountMenu {...facts} />
      </div>
      {switches !== undefined && <ScopeLine {...switches} hasMenus={facts.path === issuesPath()} />}
    </>
  )
}
