import { reset } from '#renderer/texts/account/links.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${reset.title} · ${desk}`
