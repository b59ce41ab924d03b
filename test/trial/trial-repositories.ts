/** What is asked in a trial, and what answers it, per repository. Names are looked for in the current state of each repository. */

export interface TrialRepository {
  readonly name: string;
  /** A file that tells the repository from others. */
  readonly sign: string;
  /** The file that is open when a task begins. */
  readonly openFile: string;
  readonly question: { readonly ask: string; readonly file: string };
  /** A function, a text in the line that defines it, and another one that uses it. */
  readonly definition: { readonly name: string; readonly file: string; readonly line: string; readonly usedBy: string };
  /** A method, and a text in the line that defines what it is in. */
  readonly member: { readonly name: string; readonly file: string; readonly parent: string };
  /** A question that tests answer, and what paths of tests look like. */
  readonly tested: { readonly ask: string; readonly path: RegExp };
  /** A question that files in another language answer. */
  readonly otherLanguage: { readonly ask: string; readonly language: string; readonly path: RegExp };
  readonly trace: { readonly text: string; readonly file: string };
  /** How an import looks. */
  readonly imports: RegExp;
}

const django: TrialRepository = {
  name: 'Django',
  sign: 'django/shortcuts.py',
  openFile: 'django/core/paginator.py',
  question: {
    ask: 'where is the timeout of the mail connection set',
    file: 'django/core/mail/backends/smtp.py',
  },
  definition: {
    name: 'get_object_or_404',
    file: 'django/shortcuts.py',
    line: 'def get_object_or_404',
    usedBy: 'flatpage',
  },
  member: {
    name: 'close_if_unusable_or_obsolete',
    file: 'django/db/backends/base/base.py',
    parent: 'class BaseDatabaseWrapper',
  },
  tested: { ask: 'password reset mail is sent', path: /(?:^|\/)tests?(?:\/|_|\.)/ },
  otherLanguage: { ask: 'related object popup window', language: 'javascript', path: /\.js$/ },
  trace: {
    text: [
      'Traceback (most recent call last):',
      '  File "/app/venv/lib/python3.12/site-packages/django/core/handlers/exception.py", line 55, in inner',
      '    response = get_response(request)',
      '  File "/app/shop/views.py", line 14, in cart',
      '    return redirect("shop:checkout")',
      '  File "/app/venv/lib/python3.12/site-packages/django/urls/base.py", line 88, in reverse',
      '    return resolver._reverse_with_prefix(view, prefix, *args, **kwargs)',
      '  File "/app/venv/lib/python3.12/site-packages/django/urls/resolvers.py", line 831, in _reverse_with_prefix',
      '    raise NoReverseMatch(msg)',
      "django.urls.exceptions.NoReverseMatch: Reverse for 'checkout' not found. 'checkout' is not a valid view function or pattern name.",
    ].join('\n'),
    file: 'django/urls/resolvers.py',
  },
  imports: /^(?:from|import) /m,
};

const trpc: TrialRepository = {
  name: 'tRPC',
  sign: 'packages/client/src/links/retryLink.ts',
  openFile: 'packages/client/src/links/loggerLink.ts',
  question: {
    ask: 'where is the delay between retries configured',
    file: 'packages/client/src/links/retryLink.ts',
  },
  definition: {
    name: 'getTRPCErrorFromUnknown',
    file: 'packages/server/src/unstable-core-do-not-import/error/TRPCError.ts',
    line: 'export function getTRPCErrorFromUnknown',
    usedBy: 'resolveResponse',
  },
  member: {
    name: 'handleIncomingRequest',
    file: 'packages/client/src/links/wsLink/wsClient/wsClient.ts',
    parent: 'export class WsClient',
  },
  tested: { ask: 'subscription reconnects after the connection is lost', path: /test/ },
  otherLanguage: { ask: 'deploy to aws lambda', language: 'markdown', path: /\.mdx?$/ },
  trace: {
    text: [
      'TRPCClientError: Unexpected end of JSON input',
      '    at Function.from (/app/node_modules/@trpc/client/src/TRPCClientError.ts:77:14)',
      '    at httpBatchStreamLink (/app/node_modules/@trpc/client/src/links/httpBatchStreamLink.ts:120:20)',
      '    at processTicksAndRejections (node:internal/process/task_queues:95:5)',
    ].join('\n'),
    file: 'packages/client/src/TRPCClientError.ts',
  },
  imports: /^import /m,
};

const axum: TrialRepository = {
  name: 'axum',
  sign: 'axum/src/routing/path_router.rs',
  openFile: 'axum/src/extract/ws.rs',
  question: {
    ask: 'where is the size limit of request bodies configured',
    file: 'axum-core/src/extract/default_body_limit.rs',
  },
  definition: {
    name: 'set_matched_path_for_request',
    file: 'axum/src/extract/matched_path.rs',
    line: 'fn set_matched_path_for_request',
    usedBy: 'call_with_state',
  },
  member: {
    name: 'on_failed_upgrade',
    file: 'axum/src/extract/ws.rs',
    parent: 'WebSocketUpgrade<F>',
  },
  tested: { ask: 'nested router with a wildcard', path: /\.rs$/ },
  otherLanguage: { ask: 'how to report a security problem', language: 'markdown', path: /\.md$/ },
  trace: {
    text: [
      "thread 'main' panicked at src/main.rs:14:10:",
      'Overlapping method route. Handler for `GET /users` already exists',
      'stack backtrace:',
      '   2: axum::routing::method_routing::MethodRouter<S,E>::merge_for_path',
      '             at /root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/axum-0.8.1/src/routing/method_routing.rs:1134:25',
      '   3: axum::routing::path_router::PathRouter<S>::route',
      '             at /root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/axum-0.8.1/src/routing/path_router.rs:76:18',
      '   4: axum::routing::Router<S>::route',
    ].join('\n'),
    file: 'axum/src/routing/method_routing.rs',
  },
  imports: /^use /m,
};

const scrapy: TrialRepository = {
  name: 'Scrapy',
  sign: 'scrapy/pqueues.py',
  openFile: 'scrapy/pqueues.py',
  question: {
    ask: 'forget cookies that end with the session',
    file: 'scrapy/http/cookies.py',
  },
  definition: {
    name: 'response_status_message',
    file: 'scrapy/utils/response.py',
    line: 'def response_status_message',
    usedBy: 'process_response',
  },
  member: {
    name: 'needs_backout',
    file: 'scrapy/core/engine.py',
    parent: 'class ExecutionEngine',
  },
  tested: { ask: 'a failed download is tried again', path: /(?:^|\/)tests?(?:\/|_|\.)/ },
  otherLanguage: { ask: 'how to send a patch', language: 'restructuredtext', path: /\.rst$/ },
  trace: {
    text: [
      'Unhandled error in Deferred:',
      'Traceback (most recent call last):',
      '  File "/home/anna/shop/.venv/lib/python3.12/site-packages/twisted/internet/defer.py", line 1857, in _inlineCallbacks',
      '    result = context.run(gen.send, result)',
      '  File "/home/anna/shop/.venv/lib/python3.12/site-packages/scrapy/core/downloader/middleware.py", line 80, in process',
      '    result: Response | Request = await self._process_request(',
      '  File "/home/anna/shop/.venv/lib/python3.12/site-packages/scrapy/core/engine.py", line 514, in _download',
      '    raise TypeError(',
      "TypeError: Incorrect type: expected Response or Request, got <class 'NoneType'>: None",
    ].join('\n'),
    file: 'scrapy/core/engine.py',
  },
  imports: /^(?:from|import) /m,
};

const syncthing: TrialRepository = {
  name: 'Syncthing',
  sign: 'lib/ignore/ignore.go',
  openFile: 'lib/connections/limiter.go',
  question: {
    ask: 'copy instead when a rename fails',
    file: 'lib/osutil/osutil.go',
  },
  definition: {
    name: 'untypeoify',
    file: 'lib/protocol/deviceid.go',
    line: 'func untypeoify',
    usedBy: 'UnmarshalText',
  },
  member: {
    name: 'shouldMirrorRectAt',
    file: 'gui/default/syncthing/core/identiconDirective.js',
    parent: 'function Identicon',
  },
  tested: { ask: 'old versions are removed by age', path: /_test\.go$/ },
  otherLanguage: { ask: 'remote device is disconnected', language: 'javascript', path: /\.js$/ },
  trace: {
    text: [
      'panic: runtime error: index out of range [55] with length 55',
      '',
      'goroutine 1 [running]:',
      'github.com/syncthing/syncthing/lib/protocol.unluhnify({0xc0001a4000, 0x37})',
      '\t/home/anna/go/src/github.com/syncthing/syncthing/lib/protocol/deviceid.go:209 +0x1c5',
      'github.com/syncthing/syncthing/lib/protocol.(*DeviceID).UnmarshalText(0xc0000b7c20, {0xc0001a4000, 0x3f, 0x40})',
      '\t/home/anna/go/src/github.com/syncthing/syncthing/lib/protocol/deviceid.go:135 +0x12f',
      'main.main()',
      '\t/home/anna/tool/main.go:12 +0x2a',
    ].join('\n'),
    file: 'lib/protocol/deviceid.go',
  },
  imports: /^import /m,
};

const junit: TrialRepository = {
  name: 'JUnit',
  sign: 'junit-platform-commons/src/main/java/org/junit/platform/commons/util/ReflectionUtils.java',
  openFile: 'junit-jupiter-engine/src/main/java/org/junit/jupiter/engine/extension/TempDirectory.java',
  question: {
    ask: 'delete the temporary folder when a test is over',
    file: 'junit-jupiter-engine/src/main/java/org/junit/jupiter/engine/extension/TempDirectory.java',
  },
  definition: {
    name: 'isWideningConversion',
    file: 'junit-platform-commons/src/main/java/org/junit/platform/commons/util/ReflectionUtils.java',
    line: 'static boolean isWideningConversion',
    usedBy: 'isAssignableTo',
  },
  member: {
    name: 'determineCleanupModeForField',
    file: 'junit-jupiter-engine/src/main/java/org/junit/jupiter/engine/extension/TempDirectory.java',
    parent: 'class TempDirectory',
  },
  tested: { ask: 'a test that takes too long is interrupted', path: /(?:Tests?\.java$|\/test\/|testFixtures)/ },
  otherLanguage: { ask: 'run the tests of the build', language: 'kotlin', path: /\.kts?$/ },
  trace: {
    text: [
      'org.junit.jupiter.api.extension.ParameterResolutionException: No ParameterResolver registered for parameter [int arg0] in method [void shop.CartTests.adds(int)].',
      '\tat org.junit.jupiter.engine.execution.ParameterResolutionUtils.resolveParameter(ParameterResolutionUtils.java:138)',
      '\tat org.junit.jupiter.engine.execution.ParameterResolutionUtils.resolveParameters(ParameterResolutionUtils.java:122)',
      '\tat org.junit.jupiter.engine.execution.ParameterResolutionUtils.resolveParameters(ParameterResolutionUtils.java:98)',
      '\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1596)',
      '\tat shop.Main.main(Main.java:7)',
    ].join('\n'),
    file: 'junit-jupiter-engine/src/main/java/org/junit/jupiter/engine/execution/ParameterResolutionUtils.java',
  },
  // A part of a long comment uses no import; it has the package.
  imports: /^(?:import|\/\/ package) /m,
};

export const trialRepositories: readonly TrialRepository[] = [django, trpc, axum, scrapy, syncthing, junit];
