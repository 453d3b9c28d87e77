import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { hosted as say } from '#renderer/texts/account/source-maps.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { HostedFetch, HostedOverview } from '#server/models/source-maps.ts'
import styles from './HostedMaps.module.css'
import tableStyles from './SourceMaps.module.css'

interface HostedMapsProps extends HostedOverview {
  now: number
  result: ActionResult | undefined
  /** The viewer may not change the origins. */
  isReadOnly?: boolean
}

/** From where maps are fetched beside the scripts, and what became of the last ones. */
export function HostedMaps({ origins, fetches, now, result, isReadOnly }: HostedMapsProps) {
  return (
    <Section title={say.title} note={origins.length === 0 ? say.none : undefined}>
      <p className={styles.intro}>{say.intro}</p>
      {origins.length > 0 && (
        <ul className={styles.origins} aria-label={say.origins}>
          {origins.map((origin) => (
            <li key={origin}>
              <code>{origin}</code>
              {!isReadOnly && (
                <Form>
                  <input type="hidden" name="origin" value={origin} />
                  <Button name="change" value="remove-origin" aria-label={say.removeNamed(origin)}>
                    {say.remove}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Form className={styles.add}>
          <Field
            label={say.label}
            name="origin"
            type="url"
            result={result}
            hint={say.hint}
            required
            autoComplete="off"
          />
          <Button name="change" value="add-origin">
            {say.add}
          </Button>
        </Form>
      )}
      {fetches.length > 0 && (
        <Table
          className={tableStyles.table}
          rows={fetches}
          keyOf={({ url, release, triedAt }) => `${url} ${release} ${triedAt}`}
          columns={columns(now)}
        />
      )}
    </Section>
  )
}

function columns(now: number): Column<HostedFetch>[] {
  return [
    {
      key: 'script',
      head: say.script,
      isRowHead: true,
      cell: ({ url, release }) => (
        <>
          <bdi>{clipText(url, 200)}</bdi>
          {release !== null && (
            <span className={tableStyles.detail}>
              <bdi>{clipText(release, 120)}</bdi>
            </span>
          )}
        </>
      ),
    },
    { key: 'result', head: say.result, cell: (row) => <Result fetch={row} now={now} /> },
  ]
}

function Result({ fetch: { refusal, triedAt, nextAt }, now }: { fetch: HostedFetch; now: number }) {
  if (triedAt === null) return say.pending
  return (
    <span className={styles.result}>
      {refusal === null ? say.fetched : say.failed(clipText(refusal, 300))}
      <span className={tableStyles.detail}>
        {refusal === null ? say.fetchedAt : say.triedAt} <Time time={triedAt} now={now} />
        {refusal !== null && nextAt === null && say.givenUp}
        {nextAt !== null && (
          <>
            {say.again} <Time time={nextAt} now={now} />
          </>
        )}
      </span>
    </span>
  )
}
