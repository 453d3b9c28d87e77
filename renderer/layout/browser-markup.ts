/**
 * Writes what React has rendered as a browser writes it: `innerHTML` of the parsed markup is the same text. The
 * browser then sees that a part of the frame has not changed since the document. React escapes `<` and `>` in all texts,
 * so a tag ends at the first one. Names of SVG's attributes keep their capitals.
 */
export function asBrowsersWrite(markup: string): string {
  return markup
    .replace(/<(?!svg\b|path\b)[^<>]*>/g, (tag) =>
      tag
        .replace(
          attributes,
          (_, name: string, value: string | undefined) => name.toLowerCase() + (value ?? ''),
        )
        .replace(/\/>$/, '>'),
    )
    .replaceAll('&#x27;', "'")
}

/** A match has the whole value, so that nothing in a value is taken for a name. */
const attributes = /( [A-Za-z-]+)(="[^"]*")?/g
