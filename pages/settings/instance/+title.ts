import { title } from '#renderer/texts/account/instance.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
