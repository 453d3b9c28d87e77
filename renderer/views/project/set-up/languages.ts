import { files, release } from '#renderer/texts/account/set-up.ts'
import { doubleQuoted, quoted, type SetUp } from './set-up.ts'

export function pythonSetUp(dsn: string): SetUp {
  return {
    platform: 'Python',
    install: 'pip install sentry-sdk',
    files: [
      {
        name: files.program,
        code: `import sentry_sdk

sentry_sdk.init(
    dsn=${quoted(dsn)},
    release='${release}',
    environment='production',
    traces_sample_rate=1.0,
    enable_logs=True,
)`,
      },
    ],
    test: { name: files.below, code: `raise RuntimeError('Test from Python')` },
  }
}

export function goSetUp(dsn: string): SetUp {
  return {
    platform: 'Go',
    install: 'go get github.com/getsentry/sentry-go',
    files: [
      {
        name: 'main.go',
        code: `err := sentry.Init(sentry.ClientOptions{
	Dsn:              ${doubleQuoted(dsn)},
	Release:          "${release}",
	Environment:      "production",
	EnableTracing:    true,
	TracesSampleRate: 1.0,
	EnableLogs:       true,
})
if err != nil {
	log.Fatalf("sentry.Init: %s", err)
}
defer sentry.Flush(2 * time.Second)`,
      },
    ],
    test: { name: files.below, code: 'sentry.CaptureException(errors.New("Test from Go"))' },
  }
}

export function phpSetUp(dsn: string): SetUp {
  return {
    platform: 'PHP',
    install: 'composer require sentry/sentry',
    files: [
      {
        name: files.phpScript,
        code: `\\Sentry\\init([
    'dsn' => ${quoted(dsn)},
    'release' => '${release}',
    'environment' => 'production',
    'traces_sample_rate' => 1.0,
    'enable_logs' => true,
]);`,
      },
    ],
    test: { name: files.below, code: `throw new \\RuntimeException('Test from PHP');` },
  }
}

export function rubySetUp(dsn: string): SetUp {
  return {
    platform: 'Ruby',
    install: 'bundle add sentry-ruby',
    files: [
      {
        name: files.program,
        code: `require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = ${quoted(dsn)}
  config.release = '${release}'
  config.environment = 'production'
  config.traces_sample_rate = 1.0
  config.enable_logs = true
end`,
      },
    ],
    test: { name: files.below, code: `Sentry.capture_exception(RuntimeError.new('Test from Ruby'))` },
  }
}

export function javaSetUp(dsn: string): SetUp {
  return {
    platform: 'Java',
    install: 'implementation("io.sentry:sentry:8.24.0")',
    files: [
      {
        name: 'Main.java',
        code: `Sentry.init(options -> {
  options.setDsn(${doubleQuoted(dsn)});
  options.setRelease("${release}");
  options.setEnvironment("production");
  options.setTracesSampleRate(1.0);
  options.getLogs().setEnabled(true);
});`,
      },
    ],
    test: { name: files.below, code: 'Sentry.captureException(new RuntimeException("Test from Java"));' },
  }
}

export function dotnetSetUp(dsn: string): SetUp {
  return {
    platform: '.NET',
    install: 'dotnet add package Sentry',
    files: [
      {
        name: 'Program.cs',
        code: `using var sentry = SentrySdk.Init(options =>
{
    options.Dsn = ${doubleQuoted(dsn)};
    options.Release = "${release}";
    options.Environment = "production";
    options.TracesSampleRate = 1.0;
    options.EnableLogs = true;
});`,
      },
    ],
    test: {
      name: files.below,
      code: 'SentrySdk.CaptureException(new InvalidOperationException("Test from .NET"));',
    },
  }
}
