import * as say from '#renderer/texts/uptime/checks.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import type { ListedCheck } from '#server/models/uptime/checks.ts'

const TONES = { up: 'good', down: 'alarm', waiting: 'plain' } as const

export function CheckState({
  check: { state, isPaused },
}: {
  check: Pick<ListedCheck, 'state' | 'isPaused'>
}) {
  if (isPaused) return <Tag>{say.paused}</Tag>
  return <Tag tone={TONES[state]}>{say.states[state]}</Tag>
}
