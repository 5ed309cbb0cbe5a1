import { closest } from './closest-word.ts';
import { columns, helpOf, readWords, type Command, type Work } from './command.ts';
import { Problem, errorText } from './problem.ts';
import { openTerminal } from './terminal.ts';

interface Named {
  /** One line in the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** Imported on demand, so that short commands and the list do not load a bundler. */
const commands: Readonly<Record<string, Named>> = {
  create: {
    summary: 'create a new plugin that passes its own tests',
    load: async () => (await import('./commands/create.ts')).create as Command,
  },
  dev: {
    summary: 'run the product with this plugin: pages reload, the server restarts on change',
    load: async () => (await import('./commands/dev.ts')).dev as Command,
  },
  check: {
    summary: 'report everything the product would refuse, before shipping',
    load: async () => (await import('./commands/check.ts')).check as Command,
  },
  types: {
    summary: 'check its types alone',
    load: async () => (await import('./commands/types.ts')).types as Command,
  },
  test: {
    summary: 'run its own tests and the suite every plugin must pass',
    load: async () => (await import('./commands/test.ts')).test as Command,
  },
  build: {
    summary: 'build what is installed: server part, browser part, texts, hashes',
    load: async () => (await import('./commands/build.ts')).build as Command,
  },
  pack: {
    summary: 'build, and pack into one archive for others',
    load: async () => (await import('./commands/pack.ts')).pack as Command,
  },
  link: {
    summary: 'link its node_modules to the product: for editors, after npm install',
    load: async () => (await import('./commands/link.ts')).link as Command,
  },
  migrate: {
    summary: 'migrate a plugin’s source to this SDK',
    load: async () => (await import('./commands/migrate.ts')).migrate as Command,
  },
  add: {
    summary: 'install a plugin into the product: archive, folder or npm name',
    load: async () => (await import('./commands/add.ts')).add as Command,
  },
  rollback: {
    summary: 'restore the version of an installed plugin that ran before',
    load: async () => (await import('./commands/rollback.ts')).rollback as Command,
  },
  remove: {
    summary: 'remove an installed plugin, with or without its data',
    load: async () => (await import('./commands/remove.ts')).remove as Command,
  },
  list: {
    summary: 'list installed plugins and their faults',
    load: async () => (await import('./commands/list.ts')).list as Command,
  },
};

const overview = (): string =>
  [
    'Usage: balcao <command> [options]',
    '',
    'Creates, tests, packs and installs plugins of Balcão.',
    '',
    columns(Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)),
    '',
    'balcao <command> --help says more about one of them.',
  ].join('\n');

async function run(args: readonly string[], work: Work): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    work.terminal.print(overview());
    return;
  }
  if (name === '--version' || name === '-v') {
    const { sdkVersion } = await import('../shared/version.ts');
    work.terminal.print(sdkVersion);
    return;
  }
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!named) {
    const near = closest(name, Object.keys(commands));
    throw new Problem(`There is no command "${name}".`, near ? `balcao ${near}` : 'balcao --help');
  }
  const found = await named.load();
  const end = rest.indexOf('--');
  if (rest.slice(0, end === -1 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')) {
    work.terminal.print(helpOf(name, found));
    return;
  }
  const { words, values } = readWords(name, found, rest);
  await found.run(words, values as never, work);
}

/** Runs one command and ends the process, even if a plugin left work running. */
export async function main(args: readonly string[], checkout: string): Promise<never> {
  const work: Work = { checkout, cwd: process.cwd(), env: process.env, terminal: openTerminal() };
  try {
    await run(args, work);
  } catch (error) {
    process.exitCode = 1;
    console.error(`\n${errorText(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  }
  // Output to a pipe may not be written completely yet.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
  process.exit();
}
