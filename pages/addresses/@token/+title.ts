import { newAddress } from '#renderer/texts/account/links.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${newAddress.title} · ${desk}`
