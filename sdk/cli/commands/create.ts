import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { command, type Work } from '../command.ts';
import { linkPlugin } from '../link.ts';
import { idObjection, titleFrom, wordObjection } from '../naming.ts';
import { Problem } from '../problem.ts';
import { productPlugins, readSource, shortPath } from '../source-folder.ts';
import { kinds, writeTemplate, type Kind, type PluginNames } from '../template.ts';

const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

/** Accepts only a missing or empty folder, so that nothing is overwritten. */
async function checkFolder(folder: string, { checkout }: Work): Promise<void> {
  if (folder === checkout || folder.startsWith(`${checkout}/`))
    throw new Problem(
      `${folder} lies inside the product. A third-party plugin needs a folder of its own.`,
      `balcao create ${resolve(dirname(checkout), basename(folder))}`,
    );
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new Problem(`${folder} is a file.`, 'Name a folder that is not there yet.');
  const inside = (await readdir(folder)).filter((name) => name !== '.git');
  if (inside.length > 0)
    throw new Problem(
      `${folder} is not empty: it holds ${inside.slice(0, 3).join(', ')}${inside.length > 3 ? ', …' : ''}.`,
      'Name a folder that is empty or not there yet.',
    );
}

interface Given {
  kind?: string;
  id?: string;
  title?: string;
  publisher?: string;
}

async function chosenKind(given: string | undefined, { terminal }: Work): Promise<Kind> {
  if (given === 'flow-node')
    throw new Problem(
      'A flow node belongs to the flows plugin, and this product has none yet: there is no point to add a node to.',
      'balcao create my-plugin --kind feature',
    );
  if (given !== undefined && !isKind(given))
    throw new Problem(`There is no kind "${given}".`, `--kind ${Object.keys(kinds).join(' or --kind ')}`);
  if (given !== undefined) return given as Kind;
  if (!terminal.isInteractive) return 'feature';
  return (await terminal.choose('What do you want to write?', Object.entries(kinds))) as Kind;
}

/** Asks for missing names on a terminal, and derives them from the folder's name otherwise. */
async function namesOf(folder: string, given: Given, work: Work): Promise<PluginNames> {
  const { terminal } = work;
  const taken = await productPlugins(work.checkout);
  const ask = async (
    question: string,
    value: string | undefined,
    suggestion: string | undefined,
    flag: string,
    check: (text: string) => string | undefined,
  ): Promise<string> => {
    if (value === undefined && terminal.isInteractive)
      return terminal.ask(question, {
        check,
        ...(suggestion !== undefined && check(suggestion) === undefined && { suggestion }),
      });
    const answer = value ?? suggestion ?? '';
    const objection = check(answer);
    if (objection !== undefined) throw new Problem(`--${flag} "${answer}": ${objection}`, `--${flag} <${flag}>`);
    return answer;
  };
  const fromFolder = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  const id = await ask('Id (names its tables and addresses)', given.id, fromFolder, 'id', (text) =>
    idObjection(text, taken),
  );
  const title = await ask('Title people see', given.title, titleFrom(id), 'title', wordObjection(60));
  const publisher = await ask(
    'Publisher',
    given.publisher,
    terminal.isInteractive ? undefined : 'Unnamed publisher',
    'publisher',
    wordObjection(80),
  );
  return { id, title, publisher };
}

export const create = command({
  usage: '[folder]',
  about: `Writes a plugin into a new folder, with tests that pass. Asks for missing values on a terminal.
Kinds: feature (a page, a table, routes, a job, a listener, a setting, a panel beside a conversation) and channel (an SMS
gateway over HTTP).`,
  options: {
    kind: { type: 'string', value: '<feature|channel>', help: 'the kind of plugin' },
    id: {
      type: 'string',
      value: '<id>',
      help: 'lower-case letters, digits and dashes; follows from the folder’s name',
    },
    title: { type: 'string', value: '<text>', help: 'the displayed name' },
    publisher: { type: 'string', value: '<text>', help: 'who publishes it' },
  },
  words: 1,
  async run([named], given, work) {
    const { terminal, checkout, cwd, env } = work;
    const kind = await chosenKind(given.kind, work);
    if (named === undefined && !terminal.isInteractive)
      throw new Problem('Say into which folder.', 'balcao create my-plugin');
    const folder = resolve(
      cwd,
      named ?? (await terminal.ask('Folder', { suggestion: kind === 'channel' ? 'my-sms' : 'my-plugin' })),
    );
    await checkFolder(folder, work);
    const names = await namesOf(folder, given, work);
    const files = await writeTemplate(kind, folder, names, checkout);
    await linkPlugin(await readSource(folder), checkout, env);

    const { print } = terminal;
    const place = shortPath(folder, cwd);
    print(`${names.title} is written in ${folder} (${files} files).`);
    print();
    print('Next:');
    if (place !== '.') print(`  cd ${place}`);
    print('  npm run dev        the product with your plugin; pages and server reload on change');
    print('  npm test           its tests, and those every plugin must pass');
    print('  npm run check      everything the product would refuse');
    print('  npm run pack       one archive, for others to install');
    print();
    print('README.md there says what lies where.');
  },
});
