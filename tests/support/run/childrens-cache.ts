import { compileCache } from '#tests/support/desk/desk-process.ts'

/**
 * The processes that tests start share a cache of compiled code. A test's own process does not use it: it would write 29 MB
 * when it ends, and few processes start after that.
 */
Object.assign(process.env, compileCache)
