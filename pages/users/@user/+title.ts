import { titled } from '#renderer/page/page-title.ts'
import { splitUserName } from '#renderer/views/user/user-name.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ name }) => splitUserName(name).value)
