/** What only the suites in the web extension host need, beside the helpers of the host suites. */
import { FileType, Uri, workspace } from 'vscode';
import { codegrain, until } from '../host/codegrain';

export async function pathsFor(query: string): Promise<string[]> {
  const { index } = await codegrain();
  const { hits } = await index.search(query, { limit: 5 });
  return hits.map(({ path }) => path);
}

/** Waits until the first hit is in this file and has the name. */
export async function found(name: string, path: string): Promise<void> {
  const { index } = await codegrain();
  await until(async () => {
    const [first] = (await index.search(name, { limit: 5 })).hits;
    return first?.path === path && first.text.includes(name);
  });
}

/** The index in the storage that VS Code keeps in the browser for this workspace. */
export async function keptIndex(): Promise<Uri | undefined> {
  const folders = [Uri.parse('vscode-userdata:/User/workspaceStorage')];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const [name, type] of await workspace.fs.readDirectory(folder)) {
      const uri = Uri.joinPath(folder, name);
      if (name === 'index.cgx') return uri;
      if (type === FileType.Directory) folders.push(uri);
    }
  }
  return undefined;
}
