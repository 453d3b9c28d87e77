import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import { uploads as say } from '#renderer/texts/account/source-maps.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { RowQuestion } from '#renderer/ui/form/RowQuestion.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { SourceMapOverview, Upload } from '#server/models/source-maps.ts'
import styles from './SourceMaps.module.css'

interface UploadTableProps
  extends Pick<SourceMapOverview, 'uploads' | 'moreUploads' | 'sizeBytes' | 'limitBytes'> {
  now: number
  /** The viewer may not delete any. */
  isReadOnly?: boolean
}

/** A project's uploads, each with what it takes; one can be deleted after a question. */
export function UploadTable({
  uploads,
  moreUploads,
  sizeBytes,
  limitBytes,
  now,
  isReadOnly,
}: UploadTableProps) {
  const [last] = uploads
  return (
    <Section
      title={say.title}
      note={
        last && (
          <>
            {say.last} <Time time={last.createdAt} now={now} />
            {say.by(toolOf(last))}
          </>
        )
      }
    >
      {last === undefined ? (
        <p className={styles.note}>{say.none}</p>
      ) : (
        <>
          <Table
            className={styles.table}
            rows={uploads}
            keyOf={(row) => row.checksum}
            columns={columns(now).filter(({ key }) => !isReadOnly || key !== 'delete')}
          />
          <p className={styles.note}>
            {moreUploads > 0 && `${say.more(moreUploads)} `}
            {say.space(sizeBytes, limitBytes)}
          </p>
        </>
      )}
    </Section>
  )
}

function columns(now: number): Column<Upload>[] {
  return [
    {
      key: 'release',
      head: say.release,
      isRowHead: true,
      cell: (row) => (
        <>
          {row.release === null ? (
            say.noRelease
          ) : (
            <bdi>{clipText(say.releaseOf(row.release, row.dist), 120)}</bdi>
          )}
          {row.state === 'assembling' && <span className={styles.detail}>{say.assembling}</span>}
          {row.detail !== null && <span className={styles.detail}>{clipText(row.detail, 300)}</span>}
        </>
      ),
    },
    { key: 'when', head: say.when, cell: ({ createdAt }) => <Time time={createdAt} now={now} /> },
    {
      key: 'used',
      head: say.used,
      isHiddenOnPhone: true,
      cell: ({ usedAt }) => (usedAt === null ? '–' : <Time time={usedAt} now={now} />),
    },
    { key: 'tool', head: say.tool, isHiddenOnPhone: true, cell: (row) => <bdi>{toolOf(row)}</bdi> },
    {
      key: 'files',
      head: say.files,
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ files }) => formatNumber(files),
    },
    { key: 'size', head: say.size, isNumber: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      key: 'delete',
      head: <span className="visually-hidden">{say.confirm}</span>,
      className: styles.delete,
      cell: (row) => <Removal upload={row} />,
    },
  ]
}

function Removal({ upload }: { upload: Upload }) {
  return (
    <RowQuestion
      name={say.remove}
      question={say.whatGoes(upload.files)}
      confirm={say.confirm}
      change="delete"
    >
      <input type="hidden" name="checksum" value={upload.checksum} />
    </RowQuestion>
  )
}

/** `sentry-cli/3.8.0`, without what else a user agent says. */
function toolOf({ tool }: Upload): string {
  return clipText(tool?.split(' ', 1)[0] ?? say.unnamedTool, 60)
}
