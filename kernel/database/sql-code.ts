const openers = /['";]|--|\/\*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/g;

export interface Code {
  /** True when the source ends inside a string, a quoted name or a comment. */
  open: boolean;
  /** Positions at which statements end. */
  semicolons: number[];
  /** The source with strings and quoted names emptied and comments blanked. */
  code: string;
}

/** Separates SQL code from strings, quoted names and comments. */
export const readCode = (source: string): Code => {
  const semicolons: number[] = [];
  const code: string[] = [];
  let from = 0;
  let open = false;
  for (;;) {
    openers.lastIndex = from;
    const found = openers.exec(source);
    if (!found) break;
    code.push(source.slice(from, found.index));
    if (found[0] === ';') {
      semicolons.push(found.index);
      code.push(';');
      from = found.index + 1;
      continue;
    }
    // `a$b$c` is one name in PostgreSQL, not the beginning of a dollar quote.
    if (found[0].startsWith('$') && /[\w\u0080-\uffff$]/.test(source[found.index - 1] ?? '')) {
      code.push('$');
      from = found.index + 1;
      continue;
    }
    const until = endOf(source, found.index, found[0]);
    if (until < 0) {
      open = true;
      from = source.length;
      break;
    }
    code.push(found[0] === '--' || found[0] === '/*' ? ' ' : ` ${found[0][0]}${found[0][0]} `);
    from = until;
  }
  code.push(source.slice(from));
  return { open, semicolons, code: code.join('') };
};

/** Returns the position after the string or comment that opens at `at`, or -1 when it is not closed. */
const endOf = (source: string, at: number, opener: string): number => {
  if (opener === '--') {
    const newline = source.indexOf('\n', at);
    return newline < 0 ? -1 : newline;
  }
  if (opener === '/*') return endOfComment(source, at);
  if (opener.startsWith('$')) {
    const close = source.indexOf(opener, at + opener.length);
    return close < 0 ? -1 : close + opener.length;
  }
  const escapes = opener === "'" && /(?:^|[^\w$\u0080-\uffff])[eE]$/.test(source.slice(Math.max(0, at - 2), at));
  for (let index = at + 1; index < source.length; index += 1) {
    if (escapes && source[index] === '\\') index += 1;
    else if (source[index] === opener) {
      if (source[index + 1] !== opener) return index + 1;
      index += 1;
    }
  }
  return -1;
};

/** Returns the position after a block comment, which may be nested in PostgreSQL. */
const endOfComment = (source: string, at: number): number => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(source); mark; mark = marks.exec(source)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.index + 2;
  }
  return -1;
};

const ends = /(?:^|;)\s*(begin|start\s+transaction|commit|end|rollback|abort|prepare\s+transaction)\b(?!\s+atomic)/i;
/** Returns true when a statement would begin or end a transaction, which only the migration runner does. */
export const endsTransaction = (statement: string): boolean => {
  const { code } = readCode(`${statement}\n`);
  return !/\bbegin\s+atomic\b/i.test(code) && ends.test(code);
};
