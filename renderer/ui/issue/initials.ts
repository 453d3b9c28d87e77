/** `MK` of `mia.kern@example.com`, `M` of `mia@example.com`. */
export function initialsOf(email: string): string {
  const words = email.replace(/@.*/s, '').match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 63).toUpperCase())
    .join('')
}
