import { desk, feedback } from '#renderer/texts/frame/places.ts'

export default `${feedback} · ${desk}`
