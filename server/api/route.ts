import type { TokenScope } from '#server/accounts/tokens.ts'
import type { Answer, ApiRequest } from './answer.ts'

export type Handler = (request: ApiRequest) => Promise<Answer>

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Where no scope is named, reading needs `read` and everything else `write`. */
export type ApiRoute = [path: string, handler: Handler, method?: Method, scope?: TokenScope]
