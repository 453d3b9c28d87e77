import { issuesPath } from '../../paths.ts'
import { Icon } from '../icon/Icon.tsx'
import { DemoStrip } from './DemoStrip.tsx'
import type { FrameFacts } from './frame-facts.ts'
import styles from './TopBar.module.css'

export function TopBar({ demo }: FrameFacts) {
  return (
    <>
      {demo !== undefined && <DemoStrip slug={demo} />}
      <div className={styles.bar}>
        <search className={styles.search}>
          <form action={issuesPath()} method="get">
            <Icon shape="search" size={15} className={styles.icon} />
            <input
              className={styles.field}
              name="query"
              aria-label="Search issues, or find a digest, event or trace"
              placeholder="Search issues, or paste a digest, event or trace"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={500}
              data-key="/"
              required
            />
            <span className={styles.key} aria-hidden="true" data-needs-script>
              /
            </span>
          </form>
        </search>
      </div>
    </>
  )
}
