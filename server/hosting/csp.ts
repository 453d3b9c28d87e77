/**
 * The policy of every page. Scripts run by nonce or from this origin, never inline. Style attributes are
 * allowed, since server-rendered charts and the error screen carry theirs; style elements are not.
 */
export function contentSecurityPolicy(
  nonce: string,
  mode: 'production' | 'development',
  connectTargets: readonly string[] = [],
): string {
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
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    'style-src-attr': "'unsafe-inline'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
