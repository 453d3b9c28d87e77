import { describe, expect, it } from 'vitest'
import { toErrorEvent } from '#server/processing/formats/otlp/exception.ts'

const V8 =
  'Error: out of stock\n    at pay (/srv/@acme/shop/dist/main.js:10:5)\n    at Object.handle (/srv/node_modules/.pnpm/fastify@5.0.0/node_modules/fastify/lib/handle.js:20:7)'
const BROWSER = 'Error: out of stock\n    at pay (https://shop.example/assets/cart.js:10:5)'
const PYTHON =
  'Traceback (most recent call last):\n  File "/srv/shop/views.py", line 12, in checkout\n    pay(order)\n  File "/srv/shop/pay.py", line 40, in pay\n    raise OutOfStock("out of stock")\nshop.OutOfStock: out of stock\n'
const JAVA =
  'com.acme.OutOfStock: out of stock\n\tat com.acme.Payment.pay(Payment.java:40)\n\tat com.acme.Checkout.submit(Checkout.java:12)\n'
const DOTNET =
  'Acme.OutOfStock: out of stock\n   at Acme.Payment.Pay(Order order) in /srv/Payment.cs:line 40\n   at Acme.Checkout.Submit() in /srv/Checkout.cs:line 12'
const PHP =
  'OutOfStock: out of stock in /srv/pay.php:40\nStack trace:\n#0 /srv/checkout.php(12): Payment->pay()\n#1 /srv/index.php(3): Checkout->submit()\n#2 {main}'
const RUBY =
  "/srv/pay.rb:40:in `pay': out of stock (OutOfStock)\n\tfrom /srv/checkout.rb:12:in `submit'\n\tfrom /srv/config.ru:3:in `call'"

function exceptionOf(stack: string, language: string | undefined) {
  const resource = {
    release: undefined,
    environment: undefined,
    serverName: undefined,
    language,
    attributes: {},
  }
  const attributes = {
    'exception.type': 'OutOfStock',
    'exception.message': 'out of stock',
    'exception.stacktrace': stack,
  }
  const recorded = { resource, attributes, level: 'error', name: undefined, seconds: 1_790_000_000 } as const
  const event = toErrorEvent({ ...recorded, traceId: undefined, spanId: undefined })
  return { platform: event.platform, exception: event.exception, extra: event.extra }
}

describe('the stack of an OTLP exception', () => {
  it.each([
    ['node', V8, { function: 'pay', filename: '/srv/@acme/shop/dist/main.js', lineno: 10 }, 2],
    [
      'javascript',
      BROWSER,
      { function: 'pay', filename: 'https://shop.example/assets/cart.js', lineno: 10 },
      1,
    ],
    ['python', PYTHON, { function: 'pay', filename: '/srv/shop/pay.py', lineno: 40 }, 2],
    ['java', JAVA, { module: 'com.acme.Payment', function: 'pay', filename: 'Payment.java', lineno: 40 }, 2],
    [
      'csharp',
      DOTNET,
      { module: 'Acme.Payment', function: 'Pay', filename: '/srv/Payment.cs', lineno: 40 },
      2,
    ],
    ['php', PHP, { function: 'Payment->pay', filename: '/srv/checkout.php', lineno: 12 }, 2],
    ['ruby', RUBY, { function: 'pay', filename: '/srv/pay.rb', lineno: 40 }, 2],
  ])('is read as %s where the resource names no language', (platform, stack, innermost, count) => {
    const read = exceptionOf(stack, undefined)
    expect(read.platform).toBe(platform)
    expect(read.exception).toMatchObject({ values: [{ type: 'OutOfStock', value: 'out of stock' }] })
    const [exception] = (read.exception as { values: { stacktrace: { frames: object[] } }[] }).values
    expect(exception?.stacktrace.frames.at(-1)).toMatchObject(innermost)
    expect(exception?.stacktrace.frames).toHaveLength(count)
    expect(read.extra).not.toHaveProperty('exception.stacktrace')
  })

  it.each([
    ['nodejs', 'node'],
    ['webjs', 'javascript'],
    ['dotnet', 'csharp'],
    ['python', 'python'],
    ['rust', 'native'],
    ['swift', 'cocoa'],
  ])(
    'of a resource in %s is of the platform %s, and stays as a text if nobody can read it',
    (language, platform) => {
      expect(exceptionOf('somewhere, somehow', language)).toMatchObject({
        platform,
        extra: { 'exception.stacktrace': 'somewhere, somehow' },
      })
    },
  )
})
