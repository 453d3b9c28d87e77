import { compileCache } from '#tests/support/desk/desk-process.ts'

/**
 * What a test starts keeps what it compiled, and finds what others have. The process of the tests does not: it would write
 * 29 MB at its end, and few start after it.
 */
Object.assign(process.env, compileCache)
