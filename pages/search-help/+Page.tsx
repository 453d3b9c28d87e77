import { issuesPath } from '#renderer/paths.ts'
import { examples } from '#renderer/texts/search/search-examples.ts'
import * as say from '#renderer/texts/search/search-help.ts'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './search-help.module.css'

export default function SearchHelpPage() {
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <div className={styles.help}>
        {examples.map(({ title, rows }) => (
          <Section key={title} title={title}>
            <dl className={styles.examples}>
              {rows.map(([query, meaning]) => (
                <div key={query}>
                  <dt>
                    <a href={issuesPath({ query })}>
                      <code>{query}</code>
                    </a>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </>
  )
}
