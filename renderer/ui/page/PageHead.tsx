import type { ReactNode } from 'react'
import type { Path } from '#renderer/paths.ts'
import { whereYouAre } from '#renderer/texts/issues/issue-list.ts'
import styles from './PageHead.module.css'

/** A page's title, with its actions at the other end of the line. */
export function PageHead({
  title,
  intro,
  actions,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </div>
      {actions}
    </div>
  )
}

/** For screen readers: the side bar and the search field name a page of rows, so that the rows come sooner. */
export function UnseenTitle({ title }: { title: string }) {
  return <h1 className={styles.unseen}>{title}</h1>
}

export interface Crumb {
  name: string
  href?: Path
  isCode?: boolean
}

/** The links from a page to those above it. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const up = crumbs.findLastIndex(({ href }) => href)
  return (
    <nav className={styles.crumbs} aria-label={whereYouAre}>
      <ol>
        {crumbs.map(({ name, href, isCode }, index) => (
          <li key={name} data-code={isCode || undefined}>
            <bdi>
              {href === undefined ? (
                name
              ) : (
                <a href={href} data-key={index === up ? 'u' : undefined}>
                  {name}
                </a>
              )}
            </bdi>
          </li>
        ))}
      </ol>
    </nav>
  )
}
