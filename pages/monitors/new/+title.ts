import { desk } from '#renderer/texts/frame/places.ts'
import { form } from '#renderer/texts/uptime/checks.ts'

export default `${form.newTitle} · ${desk}`
