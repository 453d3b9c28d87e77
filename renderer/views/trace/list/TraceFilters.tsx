import { clipText } from '#renderer/format/format.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { formatTraceAddress, type TraceAddress } from '#renderer/views/trace/trace-address.ts'
import { ZoomForm } from '#renderer/views/trace/ZoomForm.tsx'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import styles from './TraceFilters.module.css'

/** Links that choose which rows are shown. */
export function TraceFilters({ trace, address }: { trace: ShownTrace; address: TraceAddress }) {
  const link = (change: Partial<TraceAddress>) =>
    tracePath(trace.traceId, formatTraceAddress({ ...address, ...change, at: 0 }))
  const { only, service, depth } = address
  return (
    <div className={styles.filters}>
      <SpanSearch trace={trace} address={address} />
      <Choice
        label={say.filterLabel}
        options={[
          { name: say.all, href: link({ only: undefined }), isChosen: only === undefined },
          { name: say.slow, href: link({ only: 'slow' }), isChosen: only === 'slow' },
          { name: say.onlyErrors, href: link({ only: 'errors' }), isChosen: only === 'errors' },
        ]}
      />
      {trace.projects.length > 1 && (
        <Choice
          label={say.services}
          options={[
            { name: say.all, href: link({ service: undefined }), isChosen: service === undefined },
            ...trace.projects.slice(0, MOST_SERVICES).map((slug) => ({
              name: slug,
              href: link({ service: slug }),
              isChosen: service === slug,
            })),
          ]}
        />
      )}
      <Choice
        label={say.depthLabel}
        options={[undefined, 0, 1, 2].map((each) => ({
          name: each === undefined ? say.expandAll : say.depthName(each),
          href: link({ depth: each, collapsed: [], open: [] }),
          isChosen: depth === each && (each !== undefined || address.collapsed.length === 0),
        }))}
      />
      <ZoomForm trace={trace} address={address} />
    </div>
  )
}

function SpanSearch({ trace, address }: { trace: ShownTrace; address: TraceAddress }) {
  const { find, ...rest } = address
  return (
    <search>
      <form className={styles.search} action={tracePath(trace.traceId)}>
        {Object.entries(formatTraceAddress({ ...rest, at: 0 })).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input
          key={find}
          type="search"
          name="find"
          defaultValue={find ?? ''}
          aria-label={say.findSpans}
          placeholder={say.findSpans}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  )
}

const MOST_SERVICES = 6

interface Option {
  name: string
  href: string
  isChosen: boolean
}

function Choice({ label, options }: { label: string; options: Option[] }) {
  return (
    <nav className={styles.choice} aria-label={label}>
      <span className={styles.label}>{label}</span>
      <ul>
        {options.map(({ name, href, isChosen }) => (
          <li key={name}>
            <a href={href} aria-current={isChosen ? 'true' : undefined}>
              <bdi>{clipText(name, 30)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
