/**
 * What of a file's path stays over machines and deploys: its base name in lower case, without a bundler's hash.
 * Empty where nothing does: chunks that are called by number or hash alone, code without a file.
 */
export function stableFileName(path: string): string {
  if (/^(?:data|blob|about):|^<.*>$|^\[native code\]$/.test(path)) return ''
  const base = path
    .replace(/[?#].*/s, '')
    .replace(/(?<![\\/])[\\/]+$/, '')
    .replace(/^.*[\\/]/, '')
  const dot = base.indexOf('.', 1)
  const end = dot === -1 ? base.length : extensionStart(base, dot)
  const stem = withoutHash(base.slice(0, end)).replace(/^\d+$/, '')
  return stem === '' ? '' : (stem + base.slice(end)).toLowerCase().replace(/\.\.+/g, '.')
}

const EXTENSION_PARTS = new Set('min prod dev bundle chunk umd esm cjs server client'.split(' '))

/** Bundlers write `name.hash.js`, Turbopack `name_hash._.js`, and `.min.js` is part of the extension. */
function extensionStart(base: string, firstDot: number): number {
  let start = base.lastIndexOf('.')
  if (!/^\.[a-z\d]{1,6}$/i.test(base.slice(start))) return firstDot
  for (;;) {
    const before = base.slice(0, start).lastIndexOf('.')
    const part = base.slice(before + 1, start).toLowerCase()
    if (before !== -1 && part === '_') return Math.max(before, 1)
    if (before === -1 || !EXTENSION_PARTS.has(part)) return Math.max(start, 1)
    start = before
  }
}

function withoutHash(stem: string): string {
  const tail = /^(?:(.*)[-._~])?([\da-z]{8,64}|[\da-z_-]{8})$/i.exec(stem)
  const [, before = '', token = ''] = tail ?? []
  if (token !== '' && isHash(token)) return before.replace(/(?<![-._~])[-._~]+$/, '')
  return stem
}

/** Vite and Rollup: 8 of base64url; esbuild: 8 of base32; webpack and Turbopack: hexadecimal. */
function isHash(token: string): boolean {
  if (/[-_]/.test(token)) return /[A-Z]/.test(token) && /[a-z]/.test(token) && /[\d_]|[a-z][A-Z]/.test(token)
  if (/^[\da-f]{8,}$|^[\dA-F]{8,}$|^[A-Z]{8}$/.test(token)) return true
  if (/\d/.test(token)) return !/^[a-z]{4,}\d{1,3}$/i.test(token) || /[a-z][A-Z]/.test(token)
  // Mixed letters that no name in camel case has.
  return (
    token.length === 8 &&
    /[a-z]/.test(token) &&
    /[A-Z]/.test(token) &&
    !/^[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*$/.test(token)
  )
}

/** `Cart$1`, `Cart$$EnhancerBySpringCGLIB$$2f1a`, `Cart+<ChargeAsync>d__12`, `github.com/shop/cart/v2`: what numbers them changes. */
export function stableModuleName(module: string): string {
  return module
    .replace(/\$\$.*|\$\d+(?=\$|$)|(?:\+|\/)<.*|`\d+/gs, '')
    .replace(/\$Proxy\d+/, '$Proxy')
    .replace(/(GeneratedMethodAccessor|GeneratedConstructorAccessor)\d+/, '$1')
    .replace(/\/v\d+$/, '')
    .toLowerCase()
}
