import { title } from '#renderer/texts/account/factors.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
