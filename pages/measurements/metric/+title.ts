import { titled } from '#renderer/page/page-title.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ name }) => name)
