import { desk, metrics } from '#renderer/texts/frame/places.ts'

export default `${metrics} · ${desk}`
