import type { Sql } from '@balcao/sdk/server';
import { type Code, readCode } from './sql-code.ts';
import { literal } from './literal.ts';

/**
 * Writes a query as one statement with its values inside, because the simple protocol carries company and statement
 * in one message (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-MULTI-STATEMENT). A literal is
 * only safe where SQL expects a value, so text that leaves a string, an identifier or a comment open before a value
 * is refused, and so is a second statement. Bound parameters would refuse them as well.
 */
export const writeStatement = (query: Sql): string => {
  const last = query.text.length - 1;
  let statement = '';
  for (let index = 0; index <= last; index += 1) {
    const part = query.text[index] ?? '';
    const fault = faultOf(part, index === last);
    if (fault) throw new SyntaxError(`${fault}: …${part.trim().slice(-80)}`);
    statement += index < last ? `${part} ${literal(query.values[index])} ` : part;
  }
  if (transactionWords.test(statement)) throw new SyntaxError('transactions are made with tx, not with SQL');
  if (sessionWords.test(statement)) throw new SyntaxError('a statement changes no settings and runs no blocks');
  return statement;
};

const transactionWords =
  /^(?:[\s;]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i;

/**
 * Statements that change the session or run code as a string. The company is proved apart from this: see
 * CompanyMarks.
 */
const sessionWords =
  /^(?:[\s;]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(set|reset|discard|do|listen|unlisten|notify|load|deallocate|prepare|execute|security\s+label)\b/i;
const sessionCalls = /\b(set_config|pg_notify)\s*\(/i;

// Nearly all texts are constants of the source, so the result of each is cached; the oldest are dropped when composed
// texts fill the cache.
const maxCached = 5000;
const inner = new Map<string, string | null>();
const final = new Map<string, string | null>();
const faultOf = (part: string, last: boolean): string | null => {
  const known = last ? final : inner;
  let fault = known.get(part);
  if (fault === undefined) {
    fault = last ? faultOfEnd(readCode(`${part}\n`)) : faultOfInner(readCode(part));
    if (known.size >= maxCached) known.delete(known.keys().next().value ?? '');
    known.set(part, fault);
  }
  return fault;
};

const faultOfCalls = (code: string): string | null =>
  sessionCalls.test(code) ? 'a statement changes no settings and wakes no other node' : null;

const faultOfInner = ({ open, semicolons, code }: Code): string | null =>
  open ? 'a value inside quotes or a comment' : semicolons.length > 0 ? 'one statement at a time' : faultOfCalls(code);

const faultOfEnd = ({ open, code }: Code): string | null =>
  open
    ? 'a quote or comment is left open'
    : /;[\s;]*[^\s;]/.test(code)
      ? 'one statement at a time'
      : faultOfCalls(code);
