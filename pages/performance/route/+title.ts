import { titled } from '#renderer/page/page-title.ts'
import { performance } from '#renderer/texts/frame/places.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ route }) => route.name || performance)
