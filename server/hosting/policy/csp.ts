/**
 * The policy of every page. Scripts run by nonce or from this origin, never inline. Style attributes are
 * allowed, since server-rendered charts and the error screen carry theirs; style elements are not.
 */
export function createSecurityPolicy(
  mode: 'production' | 'development',
  connectTargets: readonly string[] = [],
): (nonce: string) => string {
  const isDevelopment = mode === 'development' // Vite injects style elements and talks to its own socket
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:', 'wss:'] : []), ...connectTargets].join(' '),
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'img-src': "'self' data:",
    'manifest-src': "'self'",
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    'style-src-attr': "'unsafe-inline'",
  }
  const same = Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
  return (nonce) => `${same}; script-src 'self' 'nonce-${nonce}'`
}
