import { forgotten } from '#renderer/texts/account/accounts.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${forgotten.title} · ${desk}`
