import { clipText } from '#renderer/format/format.ts'
import { table as say } from '#renderer/texts/account/tokens.ts'
import stacked from '#renderer/ui/content/stacked.module.css'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { RowQuestion } from '#renderer/ui/form/RowQuestion.tsx'
import type { ListedToken } from '#server/models/accounts/tokens.ts'
import styles from './Token.module.css'

interface TokenTableProps {
  tokens: readonly ListedToken[]
  /** The sentence where there are none. */
  none: string
  now: number
}

/** Tokens with what each may do; one can be revoked after a question. */
export function TokenTable({ tokens, none, now }: TokenTableProps) {
  if (tokens.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <Table
      className={`${styles.table} ${stacked.rows}`}
      rows={[...tokens]}
      keyOf={({ id }) => String(id)}
      columns={columns(now)}
    />
  )
}

function columns(now: number): Column<ListedToken>[] {
  return [
    {
      key: 'name',
      head: say.name,
      isRowHead: true,
      cell: ({ name, createdAt, createdBy }) => (
        <>
          <bdi>{clipText(name, 80)}</bdi>
          <span className={styles.detail}>
            {say.created} <Time time={createdAt} now={now} />{' '}
            {createdBy === null ? say.byCommand : say.by(createdBy)}
          </span>
        </>
      ),
    },
    {
      key: 'scopes',
      head: say.scopes,
      cell: ({ scopes, projects }) => (
        <>
          <span className={styles.scopes}>
            {scopes.map((scope) => (
              <code key={scope}>{scope}</code>
            ))}
          </span>
          <span className={styles.detail}>
            {say.projects}: {projectsOf(projects)}
          </span>
        </>
      ),
    },
    {
      key: 'used',
      head: say.used,
      cell: ({ lastUsedAt }) => (
        <>
          <span className={stacked.label}>{say.used}: </span>
          {lastUsedAt === null ? say.unused : <Time time={lastUsedAt} now={now} />}
        </>
      ),
    },
    {
      key: 'expires',
      head: say.expires,
      cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} now={now} />,
    },
    {
      key: 'revoke',
      head: <span className="visually-hidden">{say.confirm}</span>,
      className: styles.revoke,
      cell: (token) => <Revocation token={token} />,
    },
  ]
}

function projectsOf(projects: ListedToken['projects']): string {
  if (projects === null) return say.allProjects
  return projects.length === 0 ? say.noProject : projects.join(', ')
}

function Expiry({ expiresAt, now }: { expiresAt: number | null; now: number }) {
  const isOver = expiresAt !== null && expiresAt <= now
  return (
    <>
      {isOver ? (
        <span className={styles.expired}>{say.expired} </span>
      ) : (
        <span className={stacked.label}>{say.expires}: </span>
      )}
      {expiresAt === null ? say.never : <Time time={expiresAt} now={now} />}
    </>
  )
}

function Revocation({ token: { id, name } }: { token: ListedToken }) {
  return (
    <RowQuestion
      name={say.revoke}
      question={say.question(clipText(name, 80))}
      confirm={say.confirm}
      change="revoke"
    >
      <input type="hidden" name="id" value={id} />
    </RowQuestion>
  )
}
