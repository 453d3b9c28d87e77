import { desk } from '#renderer/texts/frame/places.ts'
import { link } from '#renderer/texts/sign-in/provider.ts'

export default `${link.title} · ${desk}`
