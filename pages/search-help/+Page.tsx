import { feedbackPath, issuesPath, logsPath, releasesPath, tracesPath } from '#renderer/paths.ts'
import { examples, otherExamples } from '#renderer/texts/search/search-examples.ts'
import * as say from '#renderer/texts/search/search-help.ts'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './search-help.module.css'

const OTHER_PATHS = { traces: tracesPath, logs: logsPath, releases: releasesPath, feedback: feedbackPath }

export default function SearchHelpPage() {
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <div className={styles.help}>
        {examples.map(({ title, rows }, index) => (
          <Section key={title} title={say.issues(title)} {...(index === 0 && { id: 'issues' })}>
            <Examples rows={rows} pathOf={issuesPath} />
          </Section>
        ))}
        {otherExamples.map(({ list, title, rows }) => (
          <Section key={list} title={title} id={list}>
            <Examples rows={rows} pathOf={OTHER_PATHS[list]} />
          </Section>
        ))}
      </div>
    </>
  )
}

interface ExamplesProps {
  rows: [query: string, meaning: string][]
  pathOf: (filter: { query: string }) => string
}

function Examples({ rows, pathOf }: ExamplesProps) {
  return (
    <dl className={styles.examples}>
      {rows.map(([query, meaning]) => (
        <div key={query}>
          <dt>
            <a href={pathOf({ query })}>
              <code>{query}</code>
            </a>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
