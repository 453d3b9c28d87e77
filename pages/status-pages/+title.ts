import { desk } from '#renderer/texts/frame/places.ts'
import { title } from '#renderer/texts/uptime/status-pages.ts'

export default `${title} · ${desk}`
