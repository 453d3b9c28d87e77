import { titled } from '#renderer/page/page-title.ts'
import { form } from '#renderer/texts/alerts/channels.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ label }) => form.newTitle(label))
