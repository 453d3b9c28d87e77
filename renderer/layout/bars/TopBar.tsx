import type { CSSProperties } from 'react'
import { DemoStrip } from '#renderer/layout/DemoStrip.tsx'
import { hasSettingsBar } from '#renderer/layout/destinations.ts'
import type { FrameFacts, ListSearch } from '#renderer/layout/frame-facts.ts'
import { LIST_PATHS } from '#renderer/layout/list-search.ts'
import { AccountMenu } from '#renderer/layout/menus/AccountMenu.tsx'
import { ScopeLine, ScopeSwitches } from '#renderer/layout/menus/ScopeSwitches.tsx'
import { offersAddress } from '#renderer/layout/offers-address.ts'
import { parseSwitches } from '#renderer/layout/switches.ts'
import { issuesPath, searchHelpOf } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { howToSearch } from '#renderer/texts/issues/issue-list.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { SearchWords } from './SearchWords.tsx'
import { SettingsBar } from './SettingsBar.tsx'
import styles from './TopBar.module.css'

export function TopBar({ demo, ...facts }: FrameFacts) {
  const switches = parseSwitches(facts)
  return (
    <>
      {demo !== undefined && <DemoStrip slug={demo} mayRemove={mayActAs(facts.role, 'admin')} />}
      <div className={styles.bar} data-keys={facts.hasKeys ? 'on' : 'off'}>
        <Search hasKeys={facts.hasKeys} list={facts.listSearch} />
        {switches !== undefined && <ScopeSwitches {...switches} />}
        {facts.path === issuesPath() && (
          <SearchWords environments={facts.environments} offers={offersAddress(facts)} />
        )}
        <AccountMenu {...facts} />
      </div>
      {switches !== undefined && <ScopeLine {...switches} hasMenus={facts.path === issuesPath()} />}
      {hasSettingsBar(facts) && <SettingsBar {...facts} />}
    </>
  )
}

/** Finds issues, and anything by its id. On a page with a list it is the search of that list, and says so. */
function Search({ hasKeys, list }: { hasKeys: boolean; list: ListSearch | undefined }) {
  const searched = list?.list ?? 'issues'
  const name = say.searchedLists[searched]
  const ofList = list && {
    type: 'search',
    list: searched === 'issues' ? 'search-words' : undefined,
    'data-offers': list.offers,
    defaultValue: list.query,
    'aria-invalid': list.isRefused || undefined,
    'aria-describedby': list.isRefused ? 'search-note' : undefined,
  }
  return (
    <search className={styles.search}>
      <form
        action={LIST_PATHS[searched]}
        method="get"
        // React's types know no custom properties.
        style={list && ({ '--letters': name.length } as CSSProperties)}
      >
        <Icon shape="search" size={15} className={styles.icon} />
        {list && (
          <span className={styles.list} aria-hidden="true">
            {name}
          </span>
        )}
        <input
          className={styles.field}
          name="query"
          aria-label={say.search(searched)}
          placeholder={list ? say.listSearchExample(searched) : say.searchExample}
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
          <a
            className={styles.help}
            href={searchHelpOf(searched)}
            aria-label={howToSearch}
            title={howToSearch}
          >
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
