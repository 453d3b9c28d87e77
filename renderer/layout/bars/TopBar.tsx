import { DemoStrip } from '#renderer/layout/DemoStrip.tsx'
import type { FrameFacts, ListSearch } from '#renderer/layout/frame-facts.ts'
import { AccountMenu } from '#renderer/layout/menus/AccountMenu.tsx'
import { ScopeLine, ScopeSwitches } from '#renderer/layout/menus/ScopeSwitches.tsx'
import { offersAddress } from '#renderer/layout/offers-address.ts'
import { parseSwitches } from '#renderer/layout/switches.ts'
import { issuesPath, searchHelpPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { howToSearch } from '#renderer/texts/issues/issue-list.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import { SearchWords } from './SearchWords.tsx'
import styles from './TopBar.module.css'

export function TopBar({ demo, ...facts }: FrameFacts) {
  const switches = parseSwitches(facts)
  return (
    <>
      {demo !== undefined && <DemoStrip slug={demo} />}
      <div className={styles.bar} data-keys={facts.hasKeys ? 'on' : 'off'}>
        <Search hasKeys={facts.hasKeys} list={facts.listSearch} />
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

/** Finds issues, and anything by its id. On the list of issues it is the search of that list, and says so. */
function Search({ hasKeys, list }: { hasKeys: boolean; list: ListSearch | undefined }) {
  const ofList = list && {
    type: 'search',
    list: 'search-words',
    defaultValue: list.query,
    'aria-invalid': list.isRefused || undefined,
    'aria-describedby': list.isRefused ? 'search-note' : undefined,
  }
  return (
    <search className={styles.search}>
      <form action={issuesPath()} method="get">
        <Icon shape="search" size={15} className={styles.icon} />
        {list && (
          <span className={styles.list} aria-hidden="true">
            {say.searchedList}
          </span>
        )}
        <input
          className={styles.field}
          name="query"
          aria-label={say.search}
          placeholder={list ? say.listSearchExample : say.searchExample}
          aria-keyshortcuts={hasKeys ? '/' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={500}
          data-key="/"
          {...(ofList ?? { required: true })}
        />
        {list?.hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {list && (
          <a className={styles.help} href={searchHelpPath} aria-label={howToSearch} title={howToSearch}>
            <Icon shape="help" size={15} />
          </a>
        )}
        {hasKeys && (
          <span className={styles.key} aria-hidden="true" data-needs-script>
            /
          </span>
        )}
      </form>
    </search>
  )
}
