import type { Missing } from '#renderer/page/find-missing.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import styles from './MissingNotice.module.css'
import { Crumbs, PageHead } from './PageHead.tsx'

/** The page of an address that leads to nothing, with what may have happened and where to go next. */
export function MissingNotice({ crumbs, title, says, ways }: Missing) {
  return (
    <>
      <Crumbs crumbs={crumbs} />
      <PageHead title={title} />
      <div className={styles.says}>
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className={styles.ways}>
        {ways.map(({ name, href }) => (
          <ButtonLink key={href} href={href}>
            {name}
          </ButtonLink>
        ))}
      </p>
    </>
  )
}
