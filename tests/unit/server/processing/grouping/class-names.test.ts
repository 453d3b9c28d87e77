import { describe, expect, it } from 'vitest'
import { nativeName, rubyName, withoutClassOfFile } from '#server/processing/grouping/class-name.ts'

describe('nativeName()', () => {
  it.each([
    // Objective-C
    ['-[PaymentService charge:]', '-[PaymentService charge:]'],
    ['-[Order(Paying) pay:with:] + 44', '-[Order(Paying) pay:with:]'],
    ['__59-[UIApplication _run]_block_invoke_2', '-[UIApplication _run]_block_invoke'],
    // Swift
    ['CheckoutViewController.viewDidLoad()', 'CheckoutViewController.viewDidLoad'],
    ['@objc AppDelegate.application(_:didFinishLaunchingWithOptions:)', 'AppDelegate.application'],
    ['static AppDelegate.$main()', 'AppDelegate.$main'],
    ['Order.total.getter : Swift.Int', 'Order.total.getter'],
    ['closure #1 (Swift.Int) -> () in Shop.Order.pay(amount: Swift.Int) throws -> ()', 'Shop.Order.pay'],
    ['(1) await resume partial function for closure #1 in Order.pay()', 'Order.pay'],
    ['protocol witness for View.body.getter in conformance Cart', 'View.body.getter'],
    ['(extension in Shop):UIKit.UIView.shake()', 'UIKit.UIView.shake'],
    ['Order.(pay in _ABCDEF0123456789)(amount:)', 'Order.pay'],
    ['Stack<A>.push(_:)', 'Stack.push'],
    // Rust
    ['orders::create::{{closure}}::{{closure}}::h0123456789abcdef', 'orders::create'],
    ['orders[8787f43e282added]::create::{closure#0}', 'orders::create'],
    ['<orders::Order as shop::Pay<T>>::pay', '<orders::Order as shop::Pay>::pay'],
    [
      '_<alloc::boxed::Box<F,A> as core::ops::FnOnce<Args>>::call_once',
      '<alloc::boxed::Box as core::ops::FnOnce>::call_once',
    ],
    ['alloc::boxed::Box<dyn FnOnce() -> T>::call', 'alloc::boxed::Box::call'],
    // C++
    ['void Order::pay<int>(int) const', 'Order::pay'],
    ['public: virtual int __thiscall Order::pay(int)', 'Order::pay'],
    ['auto Order::pay(int) -> std::string', 'Order::pay'],
    ['Order::operator()(int) const', 'Order::operator()'],
    ['Order::operator<<(int)', 'Order::operator<<'],
    ['Order::operator->()', 'Order::operator->'],
    ['Order::operator bool() const', 'Order::operator bool'],
    ['std::vector<int, std::allocator<int> >::push_back(int&&)', 'std::vector::push_back'],
    ['Order::pay(std::function<void ()>)::<lambda()>', 'Order::pay'],
    ["`anonymous namespace'::Order::pay", 'Order::pay'],
    ['Order::~Order() [clone .cold]', 'Order::~Order'],
    // Names that have no class are as before.
    ['UIApplicationMain', 'UIApplicationMain'],
    ['pay(int)', 'pay'],
    ['main', ''],
    ['', ''],
  ])('reads %s as "%s"', (given, name) => {
    expect(nativeName(given)).toBe(name)
    expect(nativeName(name)).toBe(name) // A name that was read is read as itself.
  })

  it.each([
    '::',
    '<',
    '>>',
    '{{',
    "`'",
    'operator',
    '-[',
    '. ',
    'closure #1 in ',
    ' in ',
    '::h0123456789abcdef',
  ])('gives a text for %s, whatever that is', (given) => expect(typeof nativeName(given)).toBe('string'))
})

describe('rubyName()', () => {
  it.each([
    ['Order#pay', 'Order#pay'],
    ['Shop::Order.pay', 'Shop::Order.pay'],
    ['block (2 levels) in Order#pay', 'Order#pay'],
    ['rescue in total', 'total'],
    ['<class:Order>', ''],
    ['_foo_html_erb__3327151541118998292_70361296749460', '_foo_html_erb'],
    [
      '#<Class:0x00007f8b2c0d1e40>#_app_views_foo_html_erb___3327151541118998292_5820',
      '_app_views_foo_html_erb',
    ],
    ['_step_2_3', '_step_2_3'],
  ])('reads %s as "%s"', (given, name) => expect(rubyName(given)).toBe(name))

  it('leaves out the class that the file is called like', () => {
    expect(withoutClassOfFile('Shop::CartItem#total', 'cart_item.rb')).toBe('total')
    expect(withoutClassOfFile('Shop::CartItem#total', 'cart.rb')).toBe('Shop::CartItem#total')
    expect(withoutClassOfFile('total', 'cart.rb')).toBe('total')
  })
})
