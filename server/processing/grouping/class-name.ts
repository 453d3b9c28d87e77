import { stableFunctionName } from './function-name.ts'
import { memberName, pathName } from './native-name.ts'

/**
 * Version 2 of function names: those that mean something with their class keep it, where version 1 kept the last part
 * alone. JavaScript, Python, Java, .NET, PHP and Go have the class in their files or modules, or spell it differently
 * from engine to engine.
 */

const NATIVE = new Set(['cocoa', 'objc', 'swift', 'native', 'c', 'cpp', 'rust'])

type NameFamily = 'native' | 'ruby' | 'other'

export function familyOf(platform: string): NameFamily {
  return platform === 'ruby' ? 'ruby' : NATIVE.has(platform) ? 'native' : 'other'
}

const DASH = 0x2d
const PLUS = 0x2b
const UNDERSCORE = 0x5f
/** `-[Order pay:]`, `+[Order pay]`, `__45-[Order pay]_block_invoke_2`; a block is numbered anew with each change before it. */
const OBJECTIVE_C = /^(?:__\d{1,5})?([-+]\[[^\]]{1,300}\])(_block_invoke)?/

export function nativeName(given: string): string {
  const [, method, block = ''] = OBJECTIVE_C.exec(given) ?? []
  if (method !== undefined) return method + block
  // A path that is nothing but closures has no name.
  if (given.includes('::')) return pathName(given) || stableFunctionName(given)
  const member = given.includes('.') ? memberName(given) : undefined
  return member ?? stableFunctionName(given)
}

/** Objective-C's own spelling, also from the platforms of React Native and Flutter. */
export function isObjectiveC(given: string): boolean {
  const first = given.charCodeAt(0) // Most names need no look at their rest.
  return (first === DASH || first === PLUS || first === UNDERSCORE) && OBJECTIVE_C.test(given)
}

const IN_METHOD = /^(?:block|rescue|ensure)(?: \(\d{1,4} levels?\))? in /
const RUBY_METHOD = /^([A-Z][\w:]*)([#.])([^#.\s]+)$/
const OF_NO_CLASS = /^#<Class:0x[\da-f]{1,20}>[#.]/
/** Rails names a compiled template by its path, and two numbers of this process. */
const OF_TEMPLATE = /(?<!_)_{2,3}\d{4,20}_\d{2,20}$/

export function rubyName(given: string): string {
  const name = given.replace(IN_METHOD, '').replace(OF_NO_CLASS, '').replace(OF_TEMPLATE, '')
  return RUBY_METHOD.test(name) ? name : stableFunctionName(name)
}

/** Ruby's older versions say no class, so it is left out where the file is called like it: `Cart#total` in `cart.rb`. */
export function withoutClassOfFile(name: string, file: string): string {
  const [, path = '', , method = ''] = RUBY_METHOD.exec(name) ?? []
  if (method === '') return name
  const last = path.slice(path.lastIndexOf(':') + 1)
  const called = last.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  return file === `${called}.rb` ? method : name
}

/** What numbers a proxy's class or its file: `User$HibernateProxy$oRWxjAWT`, `Seat_$$_javassist_seam_74.java`. */
export function withoutProxyNumber(name: string): string {
  if (!name.includes('$')) return name
  return name
    .replace(/\$(hibernateproxy|bytebuddy)\$\w+/, '$$$1')
    .replace(/_\$\$_(?:javassist|jvst)\w*/, '_$$$$_javassist')
}
