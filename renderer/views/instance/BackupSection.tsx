import { formatBytes } from '#renderer/format/format-bytes.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { backups as say } from '#renderer/texts/settings/instance.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { RowQuestion } from '#renderer/ui/form/RowQuestion.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { BackupFile, Backups } from '#server/models/settings/instance.ts'
import styles from './instance.module.css'

interface BackupSectionProps {
  /** Null where the database has programs of its own for that. */
  backups: Backups | null
  bucket: string | null
  now: number
}

export function BackupSection({ backups, bucket, now }: BackupSectionProps) {
  if (backups === null) {
    return (
      <Section title={say.title}>
        <div className={styles.body}>
          <p>{say.postgres}</p>
          <Snippet name="pg_dump" code={say.postgresCommand} />
        </div>
      </Section>
    )
  }
  const { folder, files, isRunning, failure } = backups
  return (
    <Section title={say.title}>
      <div className={styles.body}>
        {failure !== null && <Notice tone="refusal">{say.failed(failure)}</Notice>}
        <p>
          {say.intro(folder)} {say.copy} {bucket !== null && say.bucket}
        </p>
        {isRunning ? (
          <p>{say.running}</p>
        ) : (
          <Form>
            <Button weight="main" name="change" value="back-up">
              {say.make}
            </Button>
          </Form>
        )}
        {files.length === 0 && <p className={styles.quiet}>{say.none}</p>}
      </div>
      {files.length > 0 && (
        <>
          <Table className={styles.table} rows={files} keyOf={({ name }) => name} columns={columns(now)} />
          <div className={styles.body}>
            <p>{say.restore}</p>
            <Snippet name="crumbtrail" code={say.restoreCommand} />
          </div>
        </>
      )}
    </Section>
  )
}

function columns(now: number): Column<BackupFile>[] {
  return [
    { key: 'file', head: say.file, isRowHead: true, cell: ({ name }) => <code>{name}</code> },
    {
      key: 'time',
      head: say.time,
      isHiddenOnPhone: true,
      cell: ({ madeAt }) => <Time time={madeAt} now={now} />,
    },
    { key: 'size', head: say.size, isNumber: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      key: 'remove',
      head: <span className="visually-hidden">{say.remove}</span>,
      className: styles.act,
      cell: ({ name }) => (
        <RowQuestion
          name={say.remove}
          label={say.removeNamed(name)}
          question={say.removeWhat}
          confirm={say.removeConfirm}
          change="delete-backup"
        >
          <input type="hidden" name="name" value={name} />
        </RowQuestion>
      ),
    },
  ]
}
