import { desk, projects } from '../../renderer/texts/places.ts'

export default `${projects} · ${desk}`
