import { title } from '#renderer/texts/account/invitations.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${title} · ${desk}`
