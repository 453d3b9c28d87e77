import { desk, settings } from '../../renderer/texts/places.ts'

export default `${settings} · ${desk}`
