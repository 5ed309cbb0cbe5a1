/** The script of one answer, read from the last message of the user. */
export interface Script {
  text: string;
  tools: { name: string; arguments: string }[];
  /** The other lines by their name: `#slow 50` is `slow: '50'`. */
  flags: ReadonlyMap<string, string>;
}

/** Texts of programs are passed on with more around them, so a script may begin on any line. */
export const readScript = (asked: string): Script => {
  const said: string[] = [];
  const tools: Script['tools'] = [];
  const flags = new Map<string, string>();
  for (const line of asked.split('\n')) {
    const [, name = '', rest = ''] = /^\s*#(\w+)\s?(.*)$/.exec(line) ?? [];
    if (name === 'text') said.push(rest);
    else if (name === 'tool') {
      const [, tool = '', input = ''] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
      tools.push({ name: tool, arguments: input || '{}' });
    } else if (name !== '') flags.set(name, rest);
  }
  const text = said.length > 0 ? said.join('\n') : tools.length > 0 ? '' : `Você disse: ${asked}`;
  return { text, tools, flags };
};
