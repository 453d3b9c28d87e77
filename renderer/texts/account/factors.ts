// The texts of a second factor: setting it up, and signing in with it.

export const title = 'Two-factor authentication'
export const intro = 'Signing in asks for your password, and then for one of these.'
export const unknownChange = 'Cannot change the factors: unknown action'

export const password = 'Password'

export const required = {
  title: 'Set up a second factor',
  intro: 'This desk requires a second factor. Set one up to continue.',
  goOn: 'Continue to Crumbtrail',
} as const

export const app = {
  title: 'Authenticator app',
  /** A time follows. */
  since: 'On since ',
  what: 'An app on your phone shows a new code of six digits every 30 seconds.',
  begin: 'Set up an app',
  scan: 'Scan this with your app, or type the secret into it. Then enter the code that it shows.',
  picture: 'QR code with the secret, for an authenticator app',
  secret: 'Secret',
  firstCode: 'Code from the app',
  confirm: 'Turn on',
  cancel: 'Cancel',
  isOn: 'The app is on.',
  turnOff: 'Turn off…',
  codeOfEither: 'Code from the app, or a recovery code',
  confirmOff: 'Turn the app off',
  isOff: 'The app is off.',
} as const

export const passkeys = {
  title: 'Passkeys',
  what: 'A passkey is kept by your device or a security key. It can also sign you in without a password.',
  name: 'Name',
  nameHint: 'For example, the device that keeps it.',
  made: 'Added',
  used: 'last used',
  never: 'not used yet',
  change: 'Rename or remove…',
  add: 'Add a passkey',
  added: 'Passkey added.',
  rename: 'Rename',
  renamed: 'Passkey renamed.',
  remove: 'Remove',
  removed: 'Passkey removed. You can delete it from your device, too.',
  notHere: 'Browsers offer no passkeys here: PUBLIC_URL must begin with https and a name, or be localhost.',
} as const

export const needsScript = 'Passkeys need JavaScript.'
export const notUsed = 'No passkey was used: it was cancelled, or took too long.'
export const isThere = 'This device already has a passkey for your account.'
export const noPasskeys = 'This browser does not support passkeys.'
export const noAnswer = 'Cannot use a passkey: the desk did not answer. Try again.'

export const recovery = {
  title: 'Recovery codes',
  what: 'Each signs you in once, if you lose your other factors.',
  left: (count: number) => `${count} of 10 left`,
  renew: 'Make new codes',
  renewFold: 'Make new codes…',
  renewNote: 'New codes replace the old ones.',
  once: 'Save these codes now. Each works once, and they are not shown again.',
  print: 'Print',
  renewed: 'New recovery codes were made.',
} as const

export const everybody = {
  title: 'All accounts',
  isOn: 'Every account needs a second factor. Accounts without one must set it up after signing in.',
  isOff: 'Accounts may sign in with only a password.',
  turnOn: 'Require a second factor',
  turnOff: 'Stop requiring',
  done: 'Saved.',
} as const

export const secondStep = {
  title: 'Enter your code',
  titleOfPasskey: 'Use your passkey',
  as: (email: string) => `Signing in as ${email}.`,
  code: 'Code from your app',
  recovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  passkey: 'Use a passkey',
  other: 'Use another account',
} as const

export const signInWithPasskey = 'Sign in with a passkey'
