import { titled } from '#renderer/page/page-title.ts'
import { form } from '#renderer/texts/uptime/checks.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ check }) => form.editTitle(check.name))
