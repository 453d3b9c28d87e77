import { alertChannels, desk } from '#renderer/texts/frame/places.ts'

export default `${alertChannels} · ${desk}`
