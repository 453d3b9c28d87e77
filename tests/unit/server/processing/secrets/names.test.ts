import { describe, expect, it } from 'vitest'
import { createNameTest } from '#server/processing/secrets/names.ts'

const isSecretName = createNameTest({ extraNames: [], exemptNames: [] })

const SECRET = `
  password Passwd user_password PASSPHRASE mysql_pwd newPassword password_confirmation smtp_pass passwordHash
  secret client-secret AWS_SECRET_ACCESS_KEY secretValue webhook_secret
  api_key X-Api-Key apikey apiKeys aws_access_key_id private_key PRIVATE-KEY signing_key AccountKey sshKey
  Authorization proxy-authorization auth authCode basicAuth http.request.header.authorization
  Cookie set-cookie cookies session_cookie http.request.header.cookie
  token access_token X-CSRF-Token refreshToken authenticity_token accessTokens csrfmiddlewaretoken id_token
  session sessionid session_id PHPSESSID JSESSIONID connect.sid sid ASP.NET_SessionId user_session
  credentials credential jwt id_jwt bearer _csrf XSRF-TOKEN
  creditCard card_number cvv cvc cvc2 securityCode pin cardPin otp totp mfa_code backup_codes
  access_code licenseKey licence_key client_key auth_data salt passwordSalt user_salt seed_phrase recovery-phrase mnemonic
  magic_link iban Passwort kennwort contraseña contrasena contraseña mot_de_passe senha hasło пароль 密码 パスワード
  passwordField p%61ssword user%255Btoken%255D --password
  ssn X-Amz-Signature X-Amz-Security-Token X-Amz-Credential sig user[password] user%5Btoken%5D
`

const HARMLESS = `
  author authority authored_by authenticated auth_type authMethod authentication tokens max_tokens total_tokens tokenizer
  token_type token_count tokenExpiresAt token_url nextToken next_page_token continuationToken unexpected_token cancelToken
  passenger compass bypass passed pass_rate passport password_changed_at passwordLength password-policy passwordRequired
  refresh PublicKeyToken public_key_token basalt asphalt accessCodeLength license keyboard_key magic_number seed phrase
  forgot_password_url secretary secretariat secret_name secretArn cookie_domain cookieConsent cookiesEnabled cookie_policy
  session.id session.previous_id sessions session_count sessionDuration session_started_at possession obsession
  sessionStatus discard dashboard card cardinality card_id scorecard keyboard monkey key primary_key foreign_key public_key
  hassle parolee sortKey cacheKey keyCode opinion shipping spinning pincode pins signature design signed_in assignment
  credit credits accredited user username email name id value code state status url method credential_type api_key_id_count
  authorization_status csrf_enabled xsrfHeaderName description transaction release environment server_name
`

describe('a name', () => {
  it.each(SECRET.trim().split(/\s+/))('like %s says that a secret follows', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each(HARMLESS.trim().split(/\s+/))('like %s does not', (name) => {
    expect(isSecretName(name)).toBe(false)
  })

  it('is added or exempted by a project, as a whole or as a glob, in any spelling', () => {
    const isSecret = createNameTest({
      extraNames: ['customer_id', 'tax*'],
      exemptNames: ['Session-ID', 'api_key*'],
    })
    for (const name of ['customerId', 'CUSTOMER-ID', 'taxNumber', 'password'])
      expect(isSecret(name)).toBe(true)
    for (const name of ['customer', 'syntax', 'session_id', 'apiKeyOld']) expect(isSecret(name)).toBe(false)
  })
})
