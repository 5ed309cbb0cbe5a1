/**
 * Turns the Markdown that models write into the formatting of messengers, which the product shows and channels send:
 * bold, headings as bold lines, links and pictures as their address. Nothing of it is ever HTML.
 */
export const fromMarkdown = (text: string): string => {
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.trimStart().startsWith('```')) {
        isCode = !isCode;
        return '```';
      }
      return isCode ? line : fromLine(line);
    })
    .join('\n');
};

const fromLine = (line: string): string => {
  const [, heading] = /^\s{0,3}#{1,6}\s+(.+?)\s*#*$/.exec(line) ?? [];
  if (heading !== undefined) return `*${inline(heading).replaceAll('*', '')}*`;
  if (/^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return '';
  return inline(line.replace(/^(\s*)[*+]\s+/, '$1- '));
};

const inline = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\((https?:[^)\s]+)[^)]*\)/g, (_whole, name: string, address: string) =>
      name === '' || name === address ? address : `${name} (${address})`,
    )
    .replace(/\*\*\*(.+?)\*\*\*/g, '*_$1_*')
    .replace(/\*\*(.+?)\*\*/g, '*$1*')
    .replace(/__(.+?)__/g, '*$1*')
    .replace(/~~(.+?)~~/g, '~$1~');
