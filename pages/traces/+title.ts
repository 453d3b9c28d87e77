import { desk, traces } from '#renderer/texts/frame/places.ts'

export default `${traces} · ${desk}`
