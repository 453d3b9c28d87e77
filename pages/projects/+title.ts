import { desk, projects } from '#renderer/texts/frame/places.ts'

export default `${projects} · ${desk}`
