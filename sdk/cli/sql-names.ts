import { sqlTokens, type SqlToken } from './sql-tokens.ts';

/**
 * A name in SQL with its schema. `rows`: it is read or written; `call`: a function; `key`: referenced by a foreign key.
 */
export interface SqlName {
  schema: string;
  name: string;
  use: 'rows' | 'call' | 'key';
  at: number;
}

/** A bracket level of the SQL, or the whole text. */
interface Level {
  /** True for a statement, in which `from` is followed by rows; `extract(epoch from t.at)` is none. */
  isQuery: boolean;
  /** True in a list of tables: a comma is followed by another one. */
  inTables: boolean;
  /** True for `delete … using` and `merge … using`, unlike `join … using` and `execute … using`. */
  takesUsing: boolean;
  /** True for `create index … on` and the like, unlike `join … on`. */
  takesOn: boolean;
  /** The first word of the statement. */
  opens: string | undefined;
}

const endsTables = new Set(
  'where group order having limit offset fetch window union except intersect returning for set values loop then do'.split(
    ' ',
  ),
);
const besideTable = new Set(['only', 'lateral', 'if', 'not', 'exists']);
/** Words before which `update` is an event and no statement. */
const notUpdated = new Set(['for', 'key', 'do', 'on', 'or', 'before', 'after', 'of', 'instead']);
const statements = new Set(['select', 'insert', 'update', 'delete', 'merge', 'with', 'table']);
const defines = new Set(['create', 'alter', 'drop', 'grant', 'revoke', 'comment']);
const onTable = new Set(['index', 'trigger', 'policy', 'rule', 'grant', 'revoke']);
const dynamic = /^\s*(?:select|insert|update|delete|with|merge|truncate|create|alter|drop)\s/i;

/**
 * Returns the names with a schema in SQL, also in function bodies and quoted statements. Omits everything that is no
 * table and no function: columns of aliases, words in comments and texts, types.
 */
export function sqlNames(source: string): SqlName[] {
  const tokens = sqlTokens(source);
  const found: SqlName[] = [];
  const inside = (token: SqlToken): void => {
    for (const name of sqlNames(token.text)) found.push({ ...name, at: token.at + name.at });
  };
  const fresh = (isQuery: boolean): Level => ({
    isQuery,
    inTables: false,
    takesUsing: false,
    takesOn: false,
    opens: undefined,
  });
  const levels = [fresh(true)];
  const word = (index: number): string | undefined => {
    const token = tokens[index];
    return token?.kind === 'word' ? token.text : undefined;
  };
  const isMark = (index: number, mark: string): boolean =>
    tokens[index]?.kind === 'mark' && tokens[index].text === mark;
  const isNamed = (index: number): boolean => /^(word|name)$/.test(tokens[index]?.kind ?? '');
  const isQualified = (index: number): boolean =>
    isNamed(index) &&
    isMark(index + 1, '.') &&
    isNamed(index + 2) &&
    !isMark(index - 1, '.') &&
    !isMark(index + 3, '.');
  const addName = (index: number, use: SqlName['use']): void => {
    const [schema, name] = [tokens[index], tokens[index + 2]];
    if (schema && name) found.push({ schema: schema.text, name: name.text, use, at: schema.at });
  };

  /** Reads a table or a function that returns rows from `index`. Returns the next index. */
  const readTable = (index: number, use: 'rows' | 'key'): number => {
    let at = index;
    while (besideTable.has(word(at) ?? '')) at += 1;
    if (!isQualified(at)) return index;
    const isColumns = use === 'key' || /^(into|table|on)$/.test(word(index - 1) ?? '');
    addName(at, isMark(at + 3, '(') && !isColumns ? 'call' : use);
    return at + 3;
  };

  const readCall = (at: number): number => {
    if (isMark(at + 3, '(')) addName(at, 'call');
    return at + 3;
  };

  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index] as SqlToken;
    const level = levels.at(-1) as Level;
    const before = word(index - 1);
    index += 1;
    if (token.kind === 'body') inside(token);
    else if (token.kind === 'string') {
      if (dynamic.test(token.text)) inside(token);
    } else if (token.kind === 'mark') {
      if (token.text === '(') levels.push(fresh(false));
      else if (token.text === ')' && levels.length > 1) levels.pop();
      else if (token.text === ';') levels[levels.length - 1] = fresh(levels.length === 1);
      else if (token.text === ',' && level.inTables) index = readTable(index, 'rows');
    } else if (token.kind === 'word' && !isMark(index - 2, '.') && !isMark(index, '.')) {
      const { text } = token;
      level.opens ??= text;
      if (statements.has(text) && !(text === 'update' && notUpdated.has(before ?? ''))) level.isQuery = true;
      if (text === 'delete' || text === 'merge') level.takesUsing = true;
      if (onTable.has(text) && defines.has(level.opens)) level.takesOn = true;
      if (endsTables.has(text)) level.inTables = false;
      const isFrom = text === 'from' && before !== 'distinct' && level.isQuery;
      if (isFrom || text === 'join' || (text === 'using' && level.takesUsing)) {
        level.inTables = true;
        index = readTable(index, 'rows');
      } else if (text === 'update' && !notUpdated.has(before ?? '')) index = readTable(index, 'rows');
      else if (text === 'into' && (before === 'insert' || before === 'merge')) index = readTable(index, 'rows');
      else if (text === 'table' || text === 'truncate') index = readTable(index, 'rows');
      else if (text === 'on' && level.takesOn) index = readTable(index, 'rows');
      else if (text === 'references') index = readTable(index, 'key');
    } else if (isQualified(index - 1)) index = readCall(index - 1);
  }
  return found;
}
