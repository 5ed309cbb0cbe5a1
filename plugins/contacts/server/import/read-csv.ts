import { Rows, type Sheet } from './sheet.ts';

const separators = [';', ',', '\t'] as const;

/** Returns the separator that occurs most often outside quotes in the first row. */
const separatorOf = (text: string): string => {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]));
  let quoted = false;
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n') break;
    else counts.set(character, (counts.get(character) ?? -Infinity) + 1);
  }
  return separators.reduce(
    (best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best),
    separators[0],
  );
};

/**
 * Reads comma- or semicolon-separated text. The spreadsheet library is not used: it guesses formats by the first bytes
 * (a file whose first column is `ID` is taken for another format) and converts phone numbers to numbers.
 */
export function readCsv(bytes: Uint8Array, maxRows: number): Sheet {
  const text = new TextDecoder('utf-8').decode(bytes);
  const separator = separatorOf(text);
  const found = new Rows(maxRows);
  let cells: string[] = [];
  let line = 1;
  let at = 0;
  const end = (): void => {
    found.add(line, cells);
    cells = [];
    line += 1;
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        // An unclosed quote: the rest of the file is this cell.
        cell += text.slice(at, quote === -1 ? text.length : quote);
        at = quote === -1 ? text.length : quote + 1;
        if (quote === -1 || text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
    cells.push(unescaped((cell + text.slice(from, at)).replace(/\r$/, '')));
    if (text[at] === '\n') end();
    else if (at >= text.length) break;
    at += 1;
  }
  end();
  return { rows: found.rows, title: '' };
}

/** Removes the apostrophe that our own export puts before formulas. */
const unescaped = (cell: string): string => (/^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
