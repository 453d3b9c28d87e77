import { clipText } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/performance.ts'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import type { RouteDetail } from '#server/desk/performance/route.ts'

interface RouteChangeProps {
  change: NonNullable<RouteDetail['change']> & { since: string }
  cause: RouteDetail['changeAfter'] | null
}

/** `p95 rose from 120 ms to 340 ms since 14:00 UTC, after release 1.4.2.` */
export function RouteChange({ change, cause }: RouteChangeProps) {
  const { before, after, since } = change
  return (
    <Notice tone={after > before ? 'warning' : 'done'}>
      <p>
        {say.changed(change)} {since}
        {cause && (
          <>
            , <bdi>{say.after(clipText(cause.version, 80), cause.environment)}</bdi>
          </>
        )}
        .
      </p>
    </Notice>
  )
}
