import { eventPath } from '#renderer/paths.ts'
import { scrubbing as say } from '#renderer/texts/settings/project-settings.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ScrubbingPreview as Preview } from '#server/models/settings/project-settings.ts'
import styles from './settings.module.css'

/** What the settings would replace in the last event; null where there is none. */
export function ScrubbingPreview({ preview, now }: { preview: Preview | null; now: number }) {
  return (
    <Section title={say.previewTitle} id="preview">
      {preview === null ? (
        <p className={styles.text}>{say.noEvent}</p>
      ) : (
        <>
          <p className={styles.text}>
            {preview.filtered.length === 0 ? say.nothing : say.previewOf}{' '}
            <a href={eventPath(preview.issueId, preview.eventId)}>
              <Time time={preview.receivedAt} now={now} />
            </a>
            . {say.notSaved} {preview.hasMore && say.more}
          </p>
          {preview.filtered.length > 0 && (
            <Table
              className={`${styles.table} ${stacked.rows}`}
              rows={preview.filtered}
              keyOf={({ path }) => path}
              columns={[
                { key: 'path', head: say.field, isRowHead: true, cell: ({ path }) => <code>{path}</code> },
                {
                  key: 'before',
                  head: say.before,
                  cell: ({ before }) => <Value label={say.before} value={before} />,
                },
                {
                  key: 'after',
                  head: say.after,
                  cell: ({ after }) => <Value label={say.after} value={after} />,
                },
              ]}
            />
          )}
        </>
      )}
    </Section>
  )
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <>
      <span className={stacked.label}>{label}: </span>
      <bdi>{value}</bdi>
    </>
  )
}
