import type * as v from 'valibot'

/** A schema of https://json-schema.org/draft/2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

export type Schema = v.GenericSchema

/** What the schemas that we use say of themselves. */
interface Described {
  type: string
  entries?: Readonly<Record<string, Schema>>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: readonly unknown[]
  literal?: unknown
  /** What is checked or changed after the type. */
  pipe?: readonly { type: string; requirement?: unknown }[]
}

/**
 * Writes a schema of valibot as JSON Schema. `names` are those that are written once, and referred to. Beside the type, lengths are
 * described; other checks are left out. What has another form throws, so that none is described wrongly.
 */
export function toJsonSchema(schema: Schema, names: ReadonlyMap<Schema, string>): JsonSchema {
  const name = names.get(schema)
  return name === undefined ? describe(schema, names) : { $ref: `#/components/schemas/${name}` }
}

/** Writes a schema itself, also where it has a name. */
export function describe(schema: Schema, names: ReadonlyMap<Schema, string>): JsonSchema {
  const described = schema as unknown as Described // valibot's schemas carry their parts under these names
  const to = (part: Schema) => toJsonSchema(part, names)
  switch (described.type) {
    case 'string':
      return { type: 'string', ...lengthsOf(described, 'Length') }
    case 'number':
    case 'boolean':
    case 'null':
      return { type: described.type }
    case 'unknown':
    case 'any':
      return {}
    case 'never':
      return { not: {} }
    case 'literal':
      return { const: described.literal }
    case 'picklist':
      return { enum: described.options }
    case 'array':
      return { type: 'array', items: to(partOf(described.item)), ...lengthsOf(described, 'Items') }
    case 'tuple':
      return tupleOf((described as { items?: readonly Schema[] }).items ?? [], to)
    case 'record':
      return { type: 'object', additionalProperties: to(partOf(described.value)) }
    case 'object':
    case 'loose_object':
      return objectOf(described.entries ?? {}, to)
    case 'nullable':
    case 'nullish':
      return partOf(described.wrapped).type === 'never'
        ? { type: 'null' }
        : { anyOf: [to(partOf(described.wrapped)), { type: 'null' }] }
    case 'optional':
      return to(partOf(described.wrapped))
    case 'union':
      return { anyOf: (described.options ?? []).map((option) => to(option as Schema)) } // a union's options are schemas
    default:
      throw new Error(`Cannot describe the schema: there is no rule for ${described.type}`)
  }
}

function lengthsOf({ pipe = [] }: Described, of: 'Length' | 'Items'): JsonSchema {
  const names = new Map([
    ['min_length', `min${of}`],
    ['max_length', `max${of}`],
  ])
  const lengths = pipe.flatMap(({ type, requirement }) => {
    const name = names.get(type)
    return name === undefined ? [] : [[name, requirement] as const]
  })
  return Object.fromEntries(lengths)
}

function tupleOf(items: readonly Schema[], to: (part: Schema) => JsonSchema): JsonSchema {
  return { type: 'array', prefixItems: items.map(to), items: false }
}

function objectOf(entries: Readonly<Record<string, Schema>>, to: (part: Schema) => JsonSchema): JsonSchema {
  const names = Object.keys(entries)
  const required = names.filter((name) => !['optional', 'nullish'].includes(entries[name]?.type ?? ''))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(entries).map(([key, part]) => [key, to(part)])),
    ...(required.length > 0 && { required }),
  }
}

function partOf(part: Schema | undefined): Schema {
  if (part === undefined) throw new Error('Cannot describe the schema: a part is missing')
  return part
}
