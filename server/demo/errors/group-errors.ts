import type { DemoError } from './demo-error.ts'
import { frame } from './frame.ts'

const ASKING = frame(
  'ask',
  'server/carriers/post.ts',
  33,
  '  const socket = await connect({ host, port: 443 })',
)

/** They begin last: what came before them keeps its number, and the first of these is DEMO-11. */
export const GROUP_ERRORS: readonly DemoError[] = [
  {
    name: 'no-quote',
    platform: 'node',
    type: 'AggregateError',
    values: ['No carrier quoted a price: 3 of 3 failed'],
    // The order is placed all the same, as its trace and its logs say.
    level: 'warning',
    isUnhandled: false,
    transaction: 'POST /checkout',
    days: [1.4, 0],
    perDay: 18,
    crumbs: ['ask 3 carriers for a quote to PT', 'no answer of parcel after 200 ms'],
    frames: [
      frame(
        'checkout',
        'server/checkout/checkout.ts',
        63,
        '  const shipping = await quoteShipping(order).catch(chargeFlatRate)',
        {
          pre: ['  const order = await readOrder(cart)'],
          post: ['  return { order, shipping }'],
        },
      ),
      frame(
        'quoteShipping',
        'server/checkout/shipping.ts',
        38,
        '  throw new AggregateError(failures, sayFailed(failures, asked))',
        {
          pre: [
            '  const asked = CARRIERS.filter((carrier) => carrier.serves(order.country))',
            '  const quotes = await Promise.allSettled(asked.map((carrier) => carrier.quote(order)))',
            '  const cheapest = cheapestOf(quotes)',
            '  if (cheapest) return cheapest',
            '  const failures = quotes.flatMap(reasonOf)',
          ],
          post: ['}'],
          vars: { order: { id: 17_352, items: 3, country: 'PT' } },
        },
      ),
    ],
    members: [
      {
        type: 'FetchError',
        value: 'request to quotes.parcel.example timed out after 200 ms',
        frames: [
          frame(
            'ParcelCarrier.quote',
            'server/carriers/parcel.ts',
            27,
            '    const answer = await this.#post(parcel)',
            {
              pre: ['    const parcel = parcelOf(order)'],
              post: ['    return { carrier: this.name, price: answer.price }'],
            },
          ),
          frame(
            'ParcelCarrier.#post',
            'server/carriers/parcel.ts',
            52,
            "    throw new FetchError('request', url, error)",
          ),
        ],
      },
      {
        type: 'AggregateError',
        value: 'All promises were rejected',
        frames: [
          frame(
            'PostCarrier.quote',
            'server/carriers/post.ts',
            19,
            '    return await Promise.any(HOSTS.map((host) => ask(host, order)))',
            {
              pre: ['  async quote(order: Order): Promise<Quote> {'],
              post: ['  }'],
            },
          ),
        ],
        members: [
          {
            type: 'Error',
            value: 'connect ECONNREFUSED 192.0.2.14:443',
            frames: [
              ASKING,
              { function: 'TCPConnectWrap.afterConnect', filename: 'node:net', lineno: 1637, in_app: false },
            ],
          },
          {
            type: 'Error',
            value: 'getaddrinfo ENOTFOUND backup.post.example',
            frames: [
              ASKING,
              { function: 'GetAddrInfoReqWrap.onlookup', filename: 'node:dns', lineno: 122, in_app: false },
            ],
          },
        ],
      },
      {
        type: 'SyntaxError',
        value: 'Unexpected token \'<\', "<html><hea"... is not valid JSON',
        frames: [
          frame(
            'CourierCarrier.quote',
            'server/carriers/courier.ts',
            41,
            '    const { tariffs } = JSON.parse(body)',
            {
              pre: ["    const body = await readBody(await fetch(COURIER, { method: 'POST', body: form }))"],
              post: ['    return cheapestTariff(tariffs)'],
            },
          ),
          { function: 'JSON.parse', filename: '<anonymous>', in_app: false },
        ],
      },
    ],
  },
]
