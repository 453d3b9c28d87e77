import * as say from '#renderer/texts/monitors.ts'
import { Tag, type TagTone } from '#renderer/ui/content/Tag.tsx'
import type { MonitorState } from '#server/monitors/monitor-state.ts'

const TONES: Record<MonitorState, TagTone> = {
  ok: 'good',
  error: 'alarm',
  timed_out: 'alarm',
  missed: 'alarm',
  running: 'accent',
  waiting: 'plain',
}

export function StateTag({ state }: { state: MonitorState }) {
  return <Tag tone={TONES[state]}>{say.states[state]}</Tag>
}
