import { desk, monitors } from '#renderer/texts/frame/places.ts'

export default `${monitors} · ${desk}`
