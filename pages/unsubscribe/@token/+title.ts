import { desk } from '#renderer/texts/frame/places.ts'
import { title } from '#renderer/texts/notifications/unsubscribe.ts'

export default `${title} · ${desk}`
