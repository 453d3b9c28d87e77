import type { DemoError } from './demo-error.ts'
import { frame } from './frame.ts'

export const SERVER_ERRORS: readonly DemoError[] = [
  {
    name: 'stock-lock',
    platform: 'python',
    type: 'OperationalError',
    values: ['canceling statement due to lock timeout'],
    level: 'error',
    isUnhandled: false,
    transaction: 'POST /api/orders',
    days: [9, 0],
    perDay: 28,
    peak: { from: 0.4, to: 0, perDay: 280 },
    crumbs: ['select id, stock from product where id = any($1) for update', 'POST /api/orders'],
    frames: [
      frame(
        'place_order',
        'shop/orders/views.py',
        58,
        '        reserve_stock(order, timeout=settings.LOCK_TIMEOUT)',
        {
          pre: ['    with transaction.atomic():'],
          post: ['        charge(order)'],
        },
      ),
      frame('reserve_stock', 'shop/orders/stock.py', 31, '    rows = lock_products(order.product_ids)', {
        pre: ['def reserve_stock(order, timeout):'],
        post: ['    for row in rows:', '        row.stock -= order.count_of(row.id)'],
        // sentry-sdk sends what repr() says of each
        vars: { order: '<Order 17335: 3 items>', product_ids: '[902, 1184, 1190]', timeout: '0.05' },
      }),
    ],
    cause: {
      type: 'LockNotAvailable',
      value:
        'canceling statement due to lock timeout\nCONTEXT: while locking tuple (14,2) in relation "product"',
      frames: [
        frame(
          'execute',
          'django/db/backends/utils.py',
          105,
          '        return self.cursor.execute(sql, params)',
        ),
      ],
    },
    threads: [
      { id: 11, name: 'waitress-2', state: 'RUNNING', crashed: false, current: true },
      {
        id: 12,
        name: 'waitress-3',
        state: 'BLOCKED',
        stacktrace: {
          frames: [
            frame(
              'restock',
              'shop/stock/import.py',
              88,
              '        product.save(update_fields=["stock"]) # holds the row',
            ),
            frame('wait_for', 'psycopg/waiting.py', 212, '            ready = selector.select(timeout)'),
          ],
        },
      },
      {
        id: 13,
        name: 'mail-queue',
        state: 'WAITING',
        stacktrace: { frames: [frame('get', 'queue.py', 180, '                self.not_empty.wait()')] },
      },
      { id: 1, name: 'MainThread', main: true, state: 'WAITING' },
    ],
  },
  {
    name: 'payment-timeout',
    platform: 'node',
    type: 'FetchError',
    values: ['request to payments timed out after 3800 ms'],
    level: 'error',
    isUnhandled: false,
    transaction: 'POST /checkout',
    digest: 'P4Z1RW',
    days: [12, 0],
    perDay: 24,
    crumbs: ['POST https://payments.example/v2/charges', 'retry 1 of 2 after 400 ms'],
    frames: [
      frame(
        'pay',
        'server/checkout/pay.ts',
        44,
        '  const charge = await payments.charge({ order: order.id, amount })',
        {
          pre: ['  const amount = totalOf(order.items, order.currency)'],
          post: ['  return { ...order, charge: charge.id }'],
          vars: { amount: { cents: 4290, currency: 'EUR' }, order: { id: 17341, items: 2, currency: 'EUR' } },
        },
      ),
      frame(
        'charge',
        'server/payments/client.ts',
        19,
        "  if (response === undefined) throw new FetchError('request to payments timed out')",
      ),
    ],
  },
  {
    name: 'vat',
    platform: 'php',
    type: 'DivisionByZeroError',
    values: ['Division by zero'],
    level: 'error',
    isUnhandled: true,
    transaction: '/admin/reports/vat',
    days: [8, 0],
    perDay: 8,
    crumbs: ['select sum(net), sum(gross) from invoice where country = ?'],
    frames: [
      frame('VatReport::rateOf', 'src/Report/VatReport.php', 73, '        return ($gross - $net) / $net;', {
        pre: ['    private function rateOf(float $net, float $gross): float', '    {'],
        post: ['    }'],
      }),
    ],
  },
  {
    name: 'search-index',
    platform: 'java',
    type: 'IllegalStateException',
    values: ['index products-v7 is read only: disk watermark reached on node search-2'],
    level: 'error',
    isUnhandled: false,
    transaction: 'SearchIndexer.refresh',
    isJob: true,
    days: [3.2, 2.6],
    perDay: 160,
    crumbs: ['bulk of 500 documents', 'cluster state yellow'],
    frames: [
      frame('refresh', 'SearchIndexer.java', 118, '        bulk.flush(Duration.ofSeconds(10));', {
        module: 'example.shop.search.SearchIndexer',
      }),
    ],
  },
  {
    name: 'image-panic',
    platform: 'go',
    type: 'runtime.boundsError',
    values: ['index out of range [3] with length 3'],
    level: 'fatal',
    isUnhandled: true,
    transaction: 'GET /images/{id}',
    days: [5, 0],
    perDay: 12,
    crumbs: ['cache miss for 1184@2x.webp'],
    frames: [
      frame(
        '(*Resizer).Scale',
        'internal/images/resize.go',
        87,
        '\tr.row[x] = blend(src[x], src[x+1], weights[k])',
        {
          pre: ['\tfor k := range weights {'],
        },
      ),
    ],
  },
  {
    name: 'mail',
    platform: 'ruby',
    type: 'Net::SMTPServerBusy',
    values: ['451 4.7.1 Greylisted, try again in 5 minutes'],
    level: 'warning',
    isUnhandled: false,
    transaction: 'OrderMailer#confirmation',
    isJob: true,
    days: [13, 0],
    perDay: 12,
    crumbs: ['perform OrderMailer#confirmation', 'connect smtp.example:587'],
    frames: [
      frame(
        'deliver',
        'app/mailers/order_mailer.rb',
        22,
        '    mail(to: order.email, subject: t(".subject"))',
      ),
    ],
  },
  {
    name: 'stock-level',
    platform: 'csharp',
    type: 'StockBelowSafetyLevelException',
    values: [
      'Stock of product 1184 is below its safety level: 3 of 20',
      'Stock of product 902 is below its safety level: 11 of 25',
    ],
    level: 'info',
    isUnhandled: false,
    transaction: 'StockWatcher',
    isJob: true,
    days: [14, 0],
    perDay: 6,
    crumbs: ['read 2,310 levels'],
    frames: [
      frame(
        'StockWatcher.Check',
        'StockWatcher.cs',
        64,
        '            throw new StockBelowSafetyLevelException(product, level);',
      ),
    ],
  },
]
