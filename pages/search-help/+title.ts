import { desk } from '#renderer/texts/frame/places.ts'
import { title } from '#renderer/texts/search/search-help.ts'

export default `${title} · ${desk}`
