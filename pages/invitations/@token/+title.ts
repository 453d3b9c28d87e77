import { invitation } from '#renderer/texts/account/links.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${invitation.title} · ${desk}`
