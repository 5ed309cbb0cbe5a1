import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Problem } from './problem.ts';
import type { Terminal } from './terminal.ts';

/** The environment of a command. */
export interface Work {
  /** Folder of the product that this command belongs to. */
  checkout: string;
  /** Folder in which the command was typed. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
}

export interface OptionHelp {
  type: 'string' | 'boolean';
  /** The value's name in the help: `<folder>`. */
  value?: string;
  help: string;
}
export type Options = Readonly<Record<string, OptionHelp>>;

export type Values<O extends Options> = {
  [name in keyof O]?: O[name]['type'] extends 'boolean' ? boolean : string;
};

export interface Command<O extends Options = Options> {
  /** Arguments after `balcao <name>`: `[folder]`. */
  usage: string;
  /** Paragraphs of the command's own help. */
  about: string;
  options: O;
  /** Maximum number of arguments without dashes. */
  words: number;
  run(words: readonly string[], values: Values<O>, work: Work): Promise<void>;
}

export const command = <const O extends Options>(definition: Command<O>): Command<O> => definition;

const optionLine = (name: string, { value, help }: OptionHelp): [string, string] => [
  `--${name}${value ? ` ${value}` : ''}`,
  help,
];

export const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`).join('\n');
};

export function helpOf(name: string, { usage, about, options }: Command): string {
  const lines = Object.entries(options).map(([option, help]) => optionLine(option, help));
  return [
    `Usage: balcao ${name}${usage ? ` ${usage}` : ''}${lines.length > 0 ? ' [options]' : ''}`,
    '',
    about,
    ...(lines.length > 0 ? ['', 'Options:', columns(lines)] : []),
  ].join('\n');
}

/** Parses the arguments after the command's name; a wrong one throws a Problem that shows the usage. */
export function readWords(
  name: string,
  { options, words: maxWords }: Command,
  args: readonly string[],
): { words: string[]; values: Record<string, string | boolean | undefined> } {
  const config: ParseArgsConfig = {
    args: [...args],
    allowPositionals: true,
    strict: true,
    options: Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }])),
  };
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs(config);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Problem(`${first}.`.replace('..', '.'), `balcao ${name} --help`);
  }
  if (parsed.positionals.length > maxWords)
    throw new Problem(
      `balcao ${name} takes ${maxWords === 0 ? 'no word' : maxWords === 1 ? 'one word' : `${maxWords} words`}, not: ${parsed.positionals.join(' ')}`,
      `balcao ${name} --help`,
    );
  return { words: parsed.positionals, values: parsed.values as Record<string, string | boolean | undefined> };
}
