import { desk, settings } from '#renderer/texts/frame/places.ts'

export default `${settings} · ${desk}`
