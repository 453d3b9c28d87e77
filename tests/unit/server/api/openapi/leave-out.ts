interface SchemaNode {
  $ref?: string
  anyOf?: SchemaNode[]
  type?: string
  required?: string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
}

interface Lacking {
  /** The member that is left out, with those around it: `commits.0.id`. */
  at: string
  body: object
}

/** Copies of a body, each without one of the members that its JSON Schema requires, at any depth. */
export function leaveOut(body: object, schema: SchemaNode, schemas: Record<string, SchemaNode>): Lacking[] {
  return lackingIn(body, schema, [])

  function lackingIn(value: unknown, node: SchemaNode, path: readonly string[]): Lacking[] {
    const { required = [], properties = {}, items } = chosen(node, value)
    if (typeof value !== 'object' || value === null) return []
    const own = required.map((name) => {
      const at = [...path, name]
      return { at: at.join('.'), body: without(body, at) as object } // a member is left out, never all of it
    })
    const deeper = Object.entries(value).flatMap(([name, part]) => {
      const of = Array.isArray(value) ? items : properties[name]
      return of === undefined ? [] : lackingIn(part, of, [...path, name])
    })
    return [...own, ...deeper]
  }

  /** Of several forms, the one that has what the example has. */
  function chosen(node: SchemaNode, value: unknown): SchemaNode {
    if (node.$ref !== undefined) return chosen(schemas[node.$ref.replace(/^.*\//, '')] ?? {}, value)
    if (node.anyOf === undefined || typeof value !== 'object' || value === null) return node
    const kind = Array.isArray(value) ? 'array' : 'object'
    const fits = (each: SchemaNode) =>
      each.type === kind && (each.required ?? []).every((name) => Object.hasOwn(value, name))
    return chosen(node.anyOf.find(fits) ?? {}, value)
  }
}

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === name ? without(part, rest) : part))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      if (key !== name) return [[key, part]]
      return rest.length === 0 ? [] : [[key, without(part, rest)]]
    }),
  )
}
