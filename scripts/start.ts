import type { start as Start } from './start/main.ts';
import { importFrom, openServerBuild } from './server-build/index.ts';

const main = 'scripts/start/main.ts';
type Main = { start: typeof Start };

let build = openServerBuild();
const { start } = await importFrom<Main>(build, main).catch((error: unknown) => {
  if (build === undefined) throw error;
  console.error(`The built server code cannot be loaded, so the product runs from source: ${String(error)}`);
  build = undefined;
  return importFrom<Main>(build, main);
});
await start(build);
