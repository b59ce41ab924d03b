/**
 * A page in a webview: its HTML frame, and its messages, typed. The page may load its own script, style and font, and nothing else. The script is
 * asynchronous: others wait for the style sheet, and keys that are typed in the meantime would be lost.
 */
import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview } from 'vscode';

export class WebviewPage<ToPage, ToExtension> {
  constructor(
    private readonly webview: Webview,
    private readonly extension: Uri,
    /** The name of the page's script and style, without extension. */
    private readonly name: string,
    received: (message: ToExtension) => unknown,
  ) {
    webview.onDidReceiveMessage(received);
  }

  post(message: ToPage): void {
    void this.webview.postMessage(message);
  }

  /** @param folders further folders that the webview can read; by default only the bundled pages. */
  load(folders: readonly Uri[] = []): void {
    const { webview, name } = this;
    const pages = Uri.joinPath(this.extension, 'dist', 'pages');
    const nonce = randomBytes(16).toString('base64');
    const script = webview.asWebviewUri(Uri.joinPath(pages, `${name}.js`));
    const style = webview.asWebviewUri(Uri.joinPath(pages, `${name}.css`));
    // On the web, a folder of another extension, such as that of the icon theme, may have an origin of its own.
    const origins = folders.filter(({ scheme }) => /^https?$/.test(scheme)).map((uri) => `${uri.toString(true)}/`);
    const { cspSource } = webview;
    const assets = [cspSource, ...origins].join(' ');
    const policy = `default-src 'none'; style-src ${cspSource}; font-src ${assets}; img-src ${assets}; script-src 'nonce-${nonce}'`;
    webview.options = { enableScripts: true, localResourceRoots: [pages, ...folders] };
    webview.html = `<!DOCTYPE html>
<html lang="${env.language}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <script async nonce="${nonce}" src="${script}"></script>
  <link rel="stylesheet" href="${style}">
  <title>Codegrain</title>
</head>
<body></body>
</html>`;
  }
}
