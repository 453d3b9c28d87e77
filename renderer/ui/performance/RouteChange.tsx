import type { RouteDetail } from '../../../server/performance-route.ts'
import { clipText } from '../../format.ts'
import { useFrame } from '../../page-data.ts'
import * as say from '../../texts/performance.ts'
import { Notice } from '../form/Notice.tsx'

interface RouteChangeProps {
  change: NonNullable<RouteDetail['change']>
  cause: RouteDetail['changeAfter'] | null
}

const HOUR_MS = 3_600_000

/** `p95 rose from 120 ms to 340 ms since 14:00 UTC, after release 1.4.2.` */
export function RouteChange({ change, cause }: RouteChangeProps) {
  const { now } = useFrame()
  const { before, after, hour } = change
  return (
    <Notice tone={after > before ? 'warning' : 'done'}>
      <p>
        {say.changed(change)} {say.since(hour * HOUR_MS, now)}
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
