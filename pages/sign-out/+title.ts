import { signOut } from '#renderer/texts/account/accounts.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default `${signOut} · ${desk}`
