import { SearchWords } from '#renderer/layout/bars/SearchWords.tsx'
import { SideBar } from '#renderer/layout/bars/SideBar.tsx'
import { TopBar } from '#renderer/layout/bars/TopBar.tsx'
import { DemoStrip } from '#renderer/layout/DemoStrip.tsx'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { AccountMenu } from '#renderer/layout/menus/AccountMenu.tsx'
import { PeriodMenu } from '#renderer/layout/menus/PeriodMenu.tsx'
import { ScopeMenu } from '#renderer/layout/menus/ScopeMenu.tsx'
import { ScopeLine, ScopeSwitches } from '#renderer/layout/menus/ScopeSwitches.tsx'
import { parseSwitches } from '#renderer/layout/switches.ts'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const facts: FrameFacts = {
  email: 'mk@shop.example',
  role: 'owner',
  theme: 'system',
  hasKeys: true,
  zone: 'Europe/Berlin',
  path: '/performance',
  search: '?environment=production&compare=1',
  now: Date.UTC(2026, 10, 21, 12),
  projects: [
    { slug: 'shop-web', name: 'shop-web', openIssueCount: 12 },
    { slug: 'jobs', name: 'A project with a long name that has to be cut somewhere', openIssueCount: 0 },
  ],
  environments: ['production', 'staging'],
}
const switches = parseSwitches(facts)
const [project, environment] = switches?.choices ?? []

export const frameExamples = [
  example('SideBar', {
    'On a page': <SideBar {...facts} scope={{ environment: 'production' }} />,
    'Before the first project': <SideBar {...facts} path="/issues" projects={[]} scope={{}} />,
  }),
  example('TopBar', {
    'Without switches': (
      <div className={styles.wide}>
        <TopBar {...facts} path="/settings" />
      </div>
    ),
    'With switches, letters switched off': (
      <div className={styles.wide}>
        <TopBar {...facts} hasKeys={false} />
      </div>
    ),
  }),
  example('DemoStrip', {
    'On the demo’s pages': (
      <div className={styles.wide}>
        <DemoStrip mayRemove slug="demo" />
      </div>
    ),
  }),
  example('ScopeMenu', {
    'All of them': project && <ScopeMenu {...project} />,
    'One of them': environment && <ScopeMenu {...environment} />,
  }),
  example('PeriodMenu', {
    Relative: switches?.period && <PeriodMenu {...switches.period} />,
    Absolute: switches?.period && (
      <PeriodMenu {...switches.period} shown="20 Nov, 11:00 to 13:30" isSet start="2026-11-20T11:00" />
    ),
  }),
  example('ScopeSwitches', {
    'One is set': switches && <ScopeSwitches {...switches} />,
    'The line on a phone': switches && <ScopeLine {...switches} hasMenus={false} />,
  }),
  example('SearchWords', {
    'While one types': (
      <>
        <input list="search-words" aria-label="Search issues" />
        <SearchWords environments={['production']} offers="/live/search" />
      </>
    ),
  }),
  example('AccountMenu', { Folded: <AccountMenu {...facts} /> }),
]
