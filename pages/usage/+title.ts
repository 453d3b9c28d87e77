import { desk, usage } from '#renderer/texts/frame/places.ts'

export default `${usage} · ${desk}`
