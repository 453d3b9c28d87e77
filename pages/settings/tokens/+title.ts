import { title } from '#renderer/texts/account/tokens.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
