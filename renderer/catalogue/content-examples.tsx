import { issuesPath } from '#renderer/paths.ts'
import { CopyButton } from '#renderer/ui/content/CopyButton.tsx'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { UnbrokenWords } from '#renderer/ui/content/UnbrokenWords.tsx'
import { DigestBox } from '#renderer/ui/digest/DigestBox.tsx'
import { DigestGuide } from '#renderer/ui/digest/DigestGuide.tsx'
import { UnknownDigest } from '#renderer/ui/digest/UnknownDigest.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { MissingNotice } from '#renderer/ui/page/MissingNotice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const now = Date.UTC(2026, 10, 21, 12)
const tones = ['plain', 'alarm', 'accent', 'good'] as const
const entries = [
  { name: 'Release', value: 'shop@1.4.2', isCode: true },
  { name: 'Environment', value: 'production' },
  { name: 'One endless word', value: 'x'.repeat(80) },
]

interface Route {
  name: string
  count: number
  failures: number
}

const routes: readonly Route[] = [
  { name: 'GET /api/products/{id}', count: 12_400, failures: 0 },
  { name: 'POST /api/checkout', count: 318, failures: 41 },
]
const routeColumns: readonly Column<Route>[] = [
  { key: 'name', head: 'Route', cell: ({ name }) => <a href="#table">{name}</a> },
  { key: 'count', head: 'Requests', isNumber: true, order: 'descending', cell: ({ count }) => count },
  {
    key: 'failures',
    head: 'Failed',
    isNumber: true,
    cell: ({ failures }) => failures,
    markOf: ({ failures }) => (failures > 0 ? 'alarm' : 'none'),
  },
]

export const contentExamples = [
  example('PageHead', {
    'With actions': (
      <div className={styles.wide}>
        <Crumbs
          crumbs={[
            { name: 'Issues', href: issuesPath() },
            { name: 'SHOP-418', isCode: true },
          ]}
        />
        <PageHead
          title="Releases"
          intro="Rates cover the last 24 hours; counts are all-time."
          actions={<Button>New</Button>}
        />
      </div>
    ),
  }),
  example('Section', {
    'A card': (
      <div className={styles.wide}>
        <Section title="Tags" note="of 2,418 events" aside={<a href="#section">All</a>}>
          <KeyValueList entries={entries} />
        </Section>
      </div>
    ),
  }),
  example('Table', {
    'In a card': (
      <div className={styles.wide}>
        <Section title="Routes">
          <Table hasHover rows={routes} columns={routeColumns} keyOf={({ name }) => name} />
        </Section>
      </div>
    ),
    'Its first cell leads on': (
      <div className={styles.wide}>
        <Table isList rows={routes} columns={routeColumns} keyOf={({ name }) => name} />
      </div>
    ),
    Empty: <Table rows={[]} columns={routeColumns} keyOf={({ name }) => name} empty="No route was found." />,
  }),
  example('WithAside', {
    'Facts at the side': (
      <div className={styles.wide}>
        <WithAside lead={<Section title="Health">…</Section>} aside={<Section title="Facts">…</Section>}>
          <Section title="Deploys">…</Section>
        </WithAside>
      </div>
    ),
  }),
  example('KeyValueList', {
    Facts: <KeyValueList entries={entries} />,
    Values: <KeyValueList entries={entries} shape="values" />,
  }),
  example(
    'Tag',
    Object.fromEntries(
      tones.map((tone) => [
        tone,
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>,
      ]),
    ),
  ),
  example('Time', {
    Relative: <Time time={now - 120_000} now={now} />,
    Exact: <Time time={now} />,
    Unknown: <Time time={Number.NaN} />,
  }),
  example('PageTime', {
    Today: <PageTime time={now - 7_200_000} now={now} />,
    'With its age': <PageTime time={now - 7_200_000} now={now} hasAge />,
    'Another day': <PageTime time={now - 100_000_000} now={now} />,
    'Another year': <PageTime time={now - 40_000_000_000} now={now} />,
  }),
  example('Pagination', {
    'In between': <Pagination newest="#newest" older="#older" />,
    'At the end': <Pagination newest="#newest" older={undefined} />,
  }),
  example('CopyButton', { 'Not copied yet': <CopyButton text="K7Q2MX-4T9ZPA" what="the digest" /> }),
  example('DigestBox', {
    Ours: <DigestBox digest="K7Q2MX-4T9ZPA" note="Shown to this user." />,
    'Another’s': <DigestBox digest="329735291" note="Shown to this user." />,
  }),
  example('DigestGuide', { 'What its halves are': <DigestGuide /> }),
  example('UnknownDigest', { Unknown: <UnknownDigest digest="K7Q2MX-4T9ZPA" /> }),
  example('MissingNotice', {
    'An event': (
      <MissingNotice
        crumbs={[
          { name: 'Issues', href: issuesPath() },
          { name: 'SHOP-418', isCode: true },
        ]}
        title="This event is not stored"
        says={['shop keeps events for 30 days.']}
        ways={[{ name: 'Go to SHOP-418', href: issuesPath() }]}
      />
    ),
  }),
  example('EmptyState', {
    'Before the first report': (
      <EmptyState title="No errors yet">
        <p>They appear here after the first report.</p>
      </EmptyState>
    ),
  }),
  example('UnbrokenWords', {
    'A command': (
      <code>
        <UnbrokenWords text="npm run crumbtrail -- project limit NAME --per-hour 10000" />
      </code>
    ),
  }),
  example('Snippet', {
    Code: <Snippet name="main.ts" code={"import * as Sentry from '@sentry/node'\n\nSentry.init({ dsn })"} />,
  }),
  example('Scroller', {
    'Wider than its place': (
      <Scroller name="A long line" className={styles.wide}>
        <pre style={{ overflowX: 'auto' }}>{'0123456789 '.repeat(20)}</pre>
      </Scroller>
    ),
  }),
  example('LongText', {
    Short: <LongText name="a value" text="cart.total" />,
    Long: (
      <div className={styles.wide}>
        <LongText name="a value" text={'A message of many words. '.repeat(80)} />
      </div>
    ),
  }),
]
