import type { NormalizedFrame } from '#server/processing/event.ts'

/** Libraries of operating systems by their path, with `/` for `\`. */
const SYSTEM_PATH = new RegExp(
  [
    /^[a-z]:\/windows\//, // Windows
    /^\/(?:system|system_ext|apex)\/|^\/(?:vendor|product|odm)\/(?:lib|lib64|bin|framework)\//, // Android, and Apple's /System/Library
    /^\/library\/apple\/|\/runtimeroot\/|^\/usr\/local\/cellar\/|^\/opt\/homebrew\//, // Apple, and its simulators
    /^\/(?:usr\/(?:local\/)?)?lib(?:32|64|x32|exec)?\//, // Linux
    /^linux-(?:gate|vdso)\.so|^\[(?:vdso|vectors|vsyscall)\]/,
    /\/frameworks\/(?:libswift[^/]*\.dylib$|(?:sentry|sentryswift|kscrash)\.framework\/)/, // shipped with the application
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** By their names alone, as some SDKs shorten them. */
const SYSTEM_NAME = new RegExp(
  [
    /^(?:ntdll|kernel32|kernelbase|user32|win32u|gdi32|gdi32full|ucrtbased?|msvcrt|msvcp\d+|vcruntime\d+(?:_\d)?|combase|ole32|rpcrt4|advapi32|sechost|shell32|shcore|ws2_32|mswsock|wow64\w*|clr|coreclr|d3d\d+|dxgi|imm32|comctl32|msctf)\.dll$/,
    /^(?:ld-linux[\w.-]*|ld-musl[\w.-]*|lib(?:c|m|dl|rt|pthread|stdc\+\+|gcc_s)(?:-\d[\d.]*)?)\.so(?:\.\d+)*$/,
    /^(?:lib(?:art|c\+\+|binder|utils|log|hwui|gui|ui|nativehelper|android_runtime|android|egl|glesv\d|skia|javacore|openjdk)\.so|linker(?:64)?|app_process(?:32|64)?)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

const APPLE_LIBRARY = /^lib[\w+.-]{1,100}\.dylib$|^dyld(?:_sim)?$/

const APPLE_FRAMEWORKS: ReadonlySet<string> = new Set(
  `AppKit AttributeGraph AVFAudio AVFCore AVFoundation AVKit BaseBoard BackBoardServices BoardServices CFNetwork
  CloudKit Combine Contacts CoreAnimation CoreAudio CoreAutoLayout CoreBluetooth CoreData CoreFoundation CoreGraphics
  CoreHaptics CoreImage CoreLocation CoreMedia CoreML CoreMotion CoreServices CoreSpotlight CoreTelephony CoreText
  CoreUI CoreUtils CoreVideo DataDetectorsCore FileProvider Foundation FrontBoardServices GameKit GraphicsServices
  HIToolbox HealthKit IOKit IOSurface ImageIO JavaScriptCore LaunchServices LocalAuthentication MapKit MediaPlayer
  Metal MetalKit MetalPerformanceShaders Network OpenGLES PassKit Photos PhotosUI QuartzCore RealityKit RunningBoardServices
  SafariServices SceneKit Security SharedUtils SkyLight SpriteKit StoreKit SwiftData SwiftUI SwiftUICore SystemConfiguration
  TextInput TextInputUI UIFoundation UIKit UIKitCore UIKitMacHelper UserNotifications VideoToolbox Vision WatchKit
  WebCore WebKit WebKitLegacy WidgetKit`.split(/\s+/),
)

/** What Android and its libraries are made of, beside what in-app.ts knows. */
const ANDROID_MODULE =
  /^(?:com\.android|com\.google\.android|libcore|io\.sentry|okhttp3|retrofit2|org\.chromium)\./

/** C++ and Rust put their own functions into the application's binary. */
const LANGUAGE_FUNCTION = /^(?:std|core|alloc|__gnu_cxx|__cxxabiv1)::|^_*rust_|^__(?:libc_start|scrt_)/

const IS_NATIVE = /^(?:native|c|cocoa|objc|swift|rust|android)$/

/** Says whether a frame's place is the operating system's, or that of a language's own library, as Sentry's default rules say. */
export function isSystemFrame(frame: Partial<NormalizedFrame>, platform: string): boolean {
  const { function: name, module } = frame
  if (frame.package !== undefined && isSystemLibrary(frame.package, platform)) return true
  if (module !== undefined && platform === 'java') return ANDROID_MODULE.test(module)
  return name !== undefined && IS_NATIVE.test(platform) && LANGUAGE_FUNCTION.test(name)
}

function isSystemLibrary(path: string, platform: string): boolean {
  const plain = path.replaceAll('\\', '/')
  if (SYSTEM_PATH.test(plain)) return true
  if (plain.includes('/')) return false
  if (IS_NATIVE.test(platform) && (APPLE_LIBRARY.test(plain) || APPLE_FRAMEWORKS.has(plain))) return true
  return SYSTEM_NAME.test(plain)
}
