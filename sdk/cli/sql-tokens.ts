/** A token of SQL: a word, a quoted name, a mark such as `(` or `.`, or a quoted text. */
export interface SqlToken {
  kind: 'word' | 'name' | 'mark' | 'string' | 'body';
  /** Words in lower case, names and texts without their quotes. */
  text: string;
  /** Position in the source. */
  at: number;
}

const patterns = [
  /(?<space>\s+|--[^\n]*)/y,
  /(?<escaped>[eE]'(?:[^'\\]|\\[^]|'')*')/y,
  /'(?<string>(?:[^']|'')*)'/y,
  /"(?<name>(?:[^"]|"")*)"/y,
  /\$(?<tag>[A-Za-z_]\w*|)\$(?<body>[^]*?)\$\k<tag>\$/y,
  /(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)/y,
  /(?<number>\d[\w.]*|\$\d+)/y,
  /(?<mark>[^])/y,
];

/** Returns the end of a block comment; PostgreSQL allows nesting. */
const afterComment = (source: string, from: number): number => {
  let depth = 1;
  let at = from + 2;
  while (depth > 0 && at < source.length) {
    if (source.startsWith('*/', at)) depth -= 1;
    else if (source.startsWith('/*', at)) depth += 1;
    else {
      at += 1;
      continue;
    }
    at += 2;
  }
  return at;
};

/**
 * Splits SQL into tokens, without comments, spaces and numbers. `body` is a dollar-quoted text, usually a function's
 * body.
 */
export function sqlTokens(source: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < source.length) {
    if (source.startsWith('/*', at)) {
      at = afterComment(source, at);
      continue;
    }
    for (const pattern of patterns) {
      pattern.lastIndex = at;
      const found = pattern.exec(source);
      if (!found?.groups) continue;
      const { word, name, mark, string, escaped, body, tag } = found.groups;
      if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase(), at });
      else if (name !== undefined) tokens.push({ kind: 'name', text: name.replaceAll('""', '"'), at });
      else if (body !== undefined) tokens.push({ kind: 'body', text: body, at: at + (tag ?? '').length + 2 });
      else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, at });
      else if (string !== undefined) tokens.push({ kind: 'string', text: string.replaceAll("''", "'"), at: at + 1 });
      else if (escaped !== undefined) tokens.push({ kind: 'string', text: escaped.slice(2, -1), at: at + 2 });
      at = pattern.lastIndex;
      break;
    }
  }
  return tokens;
}
