import { title } from '#renderer/texts/account/own-account.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
