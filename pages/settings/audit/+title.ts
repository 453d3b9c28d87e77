import { title } from '#renderer/texts/account/audit.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
