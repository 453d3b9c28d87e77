import { titled } from '../../../renderer/page-title.ts'
import { performance } from '../../../renderer/texts/places.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ route }) => route.name || performance)
