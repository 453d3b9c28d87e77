import { setUpTitle } from '../../../renderer/texts/accounts.ts'
import { desk } from '../../../renderer/texts/places.ts'

export default `${setUpTitle} · ${desk}`
