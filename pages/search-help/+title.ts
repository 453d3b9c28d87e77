import { desk } from '../../renderer/texts/places.ts'
import { title } from '../../renderer/texts/search-help.ts'

export default `${title} · ${desk}`
