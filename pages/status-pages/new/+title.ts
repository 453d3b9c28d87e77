import { desk } from '#renderer/texts/frame/places.ts'
import { add } from '#renderer/texts/uptime/status-pages.ts'

export default `${add} · ${desk}`
