import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { eventPath, performancePath, releasePath, tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import type { SpanDetail } from '#server/traces/waterfall/describe-span.ts'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { formatStatement } from './format-statement.ts'
import styles from './SpanPanel.module.css'
import { formatTraceAddress, type TraceAddress } from './trace-address.ts'

interface SpanPanelProps {
  trace: ShownTrace
  span: SpanDetail
  address: TraceAddress
  /** Closes the panel without leaving the page. */
  onClose?: () => void
}

/** Everything about one span. */
export function SpanPanel({ trace, span, address, onClose }: SpanPanelProps) {
  const { span: _closed, ...closed } = address
  const name = span.name === '' ? span.spanId : span.name
  return (
    <aside className={styles.panel} aria-label={clipText(`${span.op} ${name}`, 120)} id="span">
      <div className={styles.head}>
        <p className={styles.op}>
          <bdi>{clipText(span.op === '' ? span.side : span.op, 80)}</bdi>
        </p>
        <a
          className={styles.close}
          href={tracePath(trace.traceId, formatTraceAddress(closed))}
          data-vike="false"
          aria-label={say.closeDetail}
          onClick={
            onClose &&
            ((event) => {
              event.preventDefault()
              onClose()
            })
          }
        >
          ×
        </a>
        <h2 className={styles.title}>
          <bdi>{clipText(name, 200)}</bdi>
        </h2>
      </div>
      <div className={styles.body}>
        {span.errors.length > 0 && (
          <ul className={styles.errors} aria-label={say.detail.errors}>
            {span.errors.slice(0, MOST_ERRORS).map(({ eventId, issueId, type, value }) => (
              <li key={eventId}>
                <a href={eventPath(issueId, eventId)}>
                  <b>
                    <bdi>{clipText(type, 80)}</bdi>
                  </b>{' '}
                  <bdi>{clipText(value, 200)}</bdi>
                </a>
              </li>
            ))}
          </ul>
        )}
        {span.statement !== null && (
          <>
            <h3>{say.detail.statement}</h3>
            <pre className={styles.statement}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard */}
              <code dir="ltr" tabIndex={0}>
                {formatStatement(clipText(span.statement, 20_000))}
              </code>
            </pre>
          </>
        )}
        <KeyValueList entries={factsOf(trace, span, address)} />
        {span.measurements !== null && (
          <>
            <h3>{say.detail.measurements}</h3>
            <KeyValueList
              entries={Object.entries(span.measurements).map(([measured, { value, unit }]) => ({
                name: measured,
                value:
                  unit === 'millisecond' ? formatDuration(value) : `${Number(value.toPrecision(4))} ${unit}`,
              }))}
            />
          </>
        )}
        {span.data.length > 0 && (
          <>
            <h3>{say.detail.data}</h3>
            <div className={styles.data}>
              <KeyValueList
                shape="values"
                entries={span.data.map(([key, value]) => ({ name: key, value: asLink(value), isCode: true }))}
              />
            </div>
          </>
        )}
      </div>
    </aside>
  )
}

const MOST_ERRORS = 10

function factsOf(trace: ShownTrace, span: SpanDetail, address: TraceAddress) {
  const time = (us: number) => formatDuration(us / 1_000)
  const { detail } = say
  const route = span.segmentName
  const isKnown = trace.releases.some(
    ({ projectSlug, version, hasPage }) =>
      hasPage && projectSlug === span.projectSlug && version === span.release,
  )
  const release = isKnown && span.release !== null ? releasePath(span.projectSlug, span.release) : undefined
  return [
    { name: detail.duration, value: time(span.durationUs) },
    ...(span.childCount > 0 ? [{ name: detail.own, value: time(span.ownUs) }] : []),
    ...(span.criticalUs > 0 ? [{ name: detail.critical, value: time(span.criticalUs) }] : []),
    { name: detail.start, value: `+${time(span.sinceUs)}` },
    { name: detail.status, value: span.status },
    { name: detail.project, value: span.projectSlug },
    ...(span.environment === null ? [] : [{ name: detail.environment, value: span.environment }]),
    ...(span.release === null
      ? []
      : [
          {
            name: detail.release,
            value:
              release === undefined ? (
                span.release
              ) : (
                <a href={release}>
                  <bdi>{clipText(span.release, 80)}</bdi>
                </a>
              ),
          },
        ]),
    ...(route === null || route === ''
      ? []
      : [
          {
            name: detail.route,
            value: (
              <a href={performancePath({ project: span.projectSlug, query: route })}>
                <bdi>{clipText(route, 120)}</bdi>
              </a>
            ),
          },
        ]),
    ...(span.parent === null
      ? []
      : [
          {
            name: detail.parent,
            value: (
              <a
                href={tracePath(trace.traceId, formatTraceAddress({ ...address, span: span.parent.key }))}
                data-vike="false"
              >
                <bdi>{clipText(`${span.parent.op} ${span.parent.name}`, 80)}</bdi>
              </a>
            ),
          },
        ]),
    { name: detail.spanId, value: span.spanId, isCode: true },
  ]
}

/** Only a complete web address becomes a link. */
function asLink(value: string) {
  const url = /^https?:\/\/\S+$/.test(value) ? URL.parse(value) : null
  if (url === null) return value
  return (
    <a href={url.href} rel="noreferrer nofollow external">
      <bdi>{clipText(value, 400)}</bdi>
    </a>
  )
}
