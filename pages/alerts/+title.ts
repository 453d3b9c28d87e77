import { alerts, desk } from '#renderer/texts/frame/places.ts'

export default `${alerts} · ${desk}`
