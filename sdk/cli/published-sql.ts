import { Visitor, parseSync } from 'vite';

/** Objects that a contract publishes for SQL of other plugins, with their schema: `tickets.public_ticket`. */
export interface Published {
  /** Views and functions. */
  names: string[];
  /** Tables that foreign keys may reference. */
  keys: string[];
}

/** Parses the text of a `contract.ts`: `publishedSql<Row>('rooms.public_room')` and `publishedKey('rooms.room')`. */
export function publishedIn(file: string, text: string): Published {
  const found: Published = { names: [], keys: [] };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return found;
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || first?.type !== 'Literal' || typeof first.value !== 'string') return;
      if (callee.name === 'publishedSql') found.names.push(first.value);
      if (callee.name === 'publishedKey') found.keys.push(first.value);
    },
  }).visit(program);
  return found;
}
