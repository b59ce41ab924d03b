/** What VS Code runs inside the extension host, on a workspace of folders of several kinds. */
export { run } from '../host/index';
