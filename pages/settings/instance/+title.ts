import { desk } from '#renderer/texts/frame/places.ts'
import { title } from '#renderer/texts/settings/instance.ts'

export default `${title} · ${desk}`
