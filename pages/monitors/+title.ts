import { desk, monitors } from '../../renderer/texts/places.ts'

export default `${monitors} · ${desk}`
