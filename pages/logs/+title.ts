import { desk, logs } from '#renderer/texts/frame/places.ts'

export default `${logs} · ${desk}`
