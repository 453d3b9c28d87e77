import { desk, performance } from '#renderer/texts/frame/places.ts'

export default `${performance} · ${desk}`
