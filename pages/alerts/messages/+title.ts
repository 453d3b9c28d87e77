import { alertMessages, desk } from '#renderer/texts/frame/places.ts'

export default `${alertMessages} · ${desk}`
