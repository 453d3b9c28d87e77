import { titled } from '#renderer/page/page-title.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ issue, shown }) =>
  [issue.type, shown?.event.eventId.slice(0, 8)].filter(Boolean).join(' · '),
)
