import { createHash } from 'node:crypto'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { DemoRelease } from './releases.ts'

interface DemoCommit {
  author: keyof typeof AUTHORS
  message: string
  /** Before the release was deployed to production. */
  hoursBefore: number
  files: readonly (readonly [change: 'A' | 'M' | 'D', path: string])[]
}

const AUTHORS = {
  amara: 'Amara Diallo',
  henrik: 'Henrik Solberg',
  mei: 'Mei Tanaka',
  rafael: 'Rafael Duarte',
} as const

/** What each release changed, the newest first. A file that is in the stack of an error makes its commit a suspect. */
const COMMITS = new Map<string, readonly DemoCommit[]>([
  [
    'shop@2.3.2',
    [
      {
        author: 'rafael',
        message: 'Show delivery dates in the time zone of the customer',
        hoursBefore: 5,
        files: [
          ['M', 'src/order/DeliveryDate.tsx'],
          ['M', 'tests/order/delivery-date.test.tsx'],
        ],
      },
      {
        author: 'amara',
        message: 'Update Django to 5.2.8',
        hoursBefore: 29,
        files: [['M', 'requirements.txt']],
      },
    ],
  ],
  [
    'shop@2.4.0',
    [
      {
        author: 'amara',
        message: 'Reserve stock under a lock, so that two orders cannot take the last piece',
        hoursBefore: 4,
        files: [
          ['M', 'shop/orders/views.py'],
          ['A', 'shop/orders/stock.py'],
          ['A', 'tests/orders/test_stock.py'],
        ],
      },
      {
        author: 'mei',
        message: 'Report VAT by country',
        hoursBefore: 22,
        files: [
          ['A', 'src/Report/VatReport.php'],
          ['M', 'templates/report/vat.html.twig'],
        ],
      },
      {
        author: 'henrik',
        message: 'Load the gallery when it is opened',
        hoursBefore: 46,
        files: [
          ['M', 'src/product/gallery.ts'],
          ['M', 'src/product/ProductPage.tsx'],
        ],
      },
    ],
  ],
  [
    'shop@2.4.1',
    [
      {
        author: 'rafael',
        message: 'Leave products without a price out of the total\n\nDiscontinued products stay in carts.',
        hoursBefore: 3,
        files: [
          ['M', 'src/cart/total.ts'],
          ['M', 'tests/cart/total.test.ts'],
        ],
      },
      {
        author: 'mei',
        message: 'Scale images with a wider kernel',
        hoursBefore: 18,
        files: [
          ['M', 'internal/images/resize.go'],
          ['M', 'internal/images/kernel.go'],
        ],
      },
    ],
  ],
  [
    'shop@2.5.0',
    [
      {
        author: 'henrik',
        message: 'Show categories of any depth in the menu',
        hoursBefore: 2,
        files: [
          ['M', 'src/menu/tree.tsx'],
          ['M', 'src/menu/menu.module.css'],
        ],
      },
      {
        author: 'rafael',
        message: 'Add prices in the currency of the customer\n\nThe total reads them from the product again.',
        hoursBefore: 7,
        files: [
          ['M', 'src/cart/total.ts'],
          ['A', 'src/cart/currency.ts'],
          ['M', 'src/cart/CartPage.tsx'],
        ],
      },
      {
        author: 'amara',
        message: 'Ask all carriers at once what shipping costs',
        hoursBefore: 26,
        files: [
          ['M', 'server/checkout/shipping.ts'],
          ['A', 'server/carriers/courier.ts'],
          ['M', 'server/carriers/parcel.ts'],
          ['M', 'server/carriers/post.ts'],
        ],
      },
      {
        author: 'mei',
        message: 'Remove the old search page',
        hoursBefore: 51,
        files: [
          ['D', 'src/search/OldSearchPage.tsx'],
          ['M', 'src/routes.ts'],
        ],
      },
    ],
  ],
  [
    'shop@2.5.1',
    [
      {
        author: 'rafael',
        message: 'Fix the total of carts with products that have no price',
        hoursBefore: 2,
        files: [
          ['M', 'src/cart/total.ts'],
          ['M', 'tests/cart/total.test.ts'],
        ],
      },
      {
        author: 'henrik',
        message: 'Stop at a category that is its own parent',
        hoursBefore: 3,
        files: [['M', 'src/menu/tree.tsx']],
      },
    ],
  ],
])

/** The commits of a release as `sentry-cli releases set-commits` reports them, the newest first: it is the one that the release names. */
export function commitsOf({ version, ref }: DemoRelease, releasedAt: number) {
  return (COMMITS.get(version) ?? []).map(({ author, message, hoursBefore, files }, index) => {
    const hash = createHash('sha1').update(`${version} ${message}`).digest('hex')
    return {
      id: index === 0 ? ref + hash.slice(ref.length) : hash,
      repository: 'example/shop',
      authorName: AUTHORS[author],
      authorEmail: `${author}@shop.example`,
      message,
      committedAt: releasedAt - hoursBefore * HOUR_MS,
      files,
    }
  })
}
