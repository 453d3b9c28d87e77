import { desk, feedback } from '../../renderer/texts/places.ts'

export default `${feedback} · ${desk}`
