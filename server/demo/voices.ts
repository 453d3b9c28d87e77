/** What people wrote, by the customer and the error that they met. */
export interface Voice {
  customer: number
  error: string
  daysAgo: number
  message: string
  state: 'open' | 'resolved' | 'spam'
}

export const VOICES: readonly Voice[] = [
  {
    customer: 1,
    error: 'no-price',
    daysAgo: 0.9,
    message:
      'Der Warenkorb bleibt leer, sobald ich den zweiten Artikel hinzufüge. Der Fehlercode war K7Q2MX-… und dann noch etwas.',
    state: 'open',
  },
  {
    customer: 2,
    error: 'no-price',
    daysAgo: 1.2,
    message: 'カートに入れた商品が消えてしまいました。iPhoneで2回試しましたが同じです。',
    state: 'open',
  },
  {
    customer: 4,
    error: 'payment-timeout',
    daysAgo: 2.3,
    message: 'تم خصم المبلغ مرتين ولم يصلني تأكيد الطلب.',
    state: 'open',
  },
  {
    customer: 21,
    error: 'stock-lock',
    daysAgo: 0.2,
    message: 'Checkout spins for half a minute and then says something went wrong. Third time today 🙃',
    state: 'open',
  },
  {
    customer: 13,
    error: 'chunk',
    daysAgo: 6,
    message: 'La galerie de photos ne s’ouvre plus, il faut recharger la page.',
    state: 'resolved',
  },
  {
    customer: 23,
    error: 'payment-timeout',
    daysAgo: 9,
    message: 'Paguei com Pix e a página ficou em branco. O pedido chegou, obrigada!',
    state: 'resolved',
  },
  {
    customer: 9,
    error: 'chunk',
    daysAgo: 4,
    message: 'BEST WATCHES CHEAP <a href="javascript:alert(1)">click here</a> {{7*7}}',
    state: 'spam',
  },
]
