import { states } from '#renderer/texts/alerts/messages.ts'
import { Tag, type TagTone } from '#renderer/ui/content/Tag.tsx'
import type { MessageState as State } from '#server/models/alerts/deliveries.ts'

const TONES: Record<State, TagTone> = {
  collecting: 'accent',
  waiting: 'accent',
  delivered: 'good',
  undelivered: 'alarm',
  discarded: 'plain',
  withheld: 'plain',
}

export function MessageState({ state }: { state: State }) {
  return <Tag tone={TONES[state]}>{states[state]}</Tag>
}
