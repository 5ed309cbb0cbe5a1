import { csvLine, csvSeparator, type Scope } from '@balcao/sdk/server';
import type { FlowGraph } from '../../graph/types.ts';
import type { FlowReport } from '../../graph/wire.ts';

const columns = ['started', 'completed', 'handed', 'dropped', 'failed'] as const;

const title = (scope: Scope, key: string): string => scope.t(`server.report.${key}`);

/** Returns the days of a report as a CSV file. */
export const reportCsv = (scope: Scope, { days }: FlowReport): string => {
  const lines = [
    ['day', ...columns].map((column) => title(scope, column)),
    ...days.map((day) => [day.day, ...columns.map((column) => String(day[column]))]),
  ];
  const separator = csvSeparator(scope);
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  return `\ufeff${lines.map((cells) => csvLine(cells, separator)).join('')}`;
};

/** The words by which people know a node; its id when it was deleted. */
const nameOf = ({ nodes }: FlowGraph, nodeId: string): string => {
  const { label, question, title: named, text } = nodes.find(({ id }) => id === nodeId)?.data ?? {};
  const words = [label, question, named, text].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof words === 'string' ? words.slice(0, 200) : nodeId;
};

/** The origin of a conversation in words, where this plugin has them. */
const originOf = (scope: Scope, origin: string): string => {
  const words = scope.t(`log.origin.${origin}`);
  return words === `log.origin.${origin}` ? origin : words;
};

/** Yields the rows of a report as a sheet: the days with their sum, and below them where customers stop, how
 * many answers questions took, and what started the conversations. */
export async function* reportRows(
  scope: Scope,
  { days, totals, drops, questions, starts }: FlowReport,
  drawing: FlowGraph,
): AsyncGenerator<readonly string[]> {
  yield ['day', ...columns].map((column) => title(scope, column));
  for (const day of days) yield [day.day, ...columns.map((column) => String(day[column]))];
  yield [title(scope, 'total'), ...columns.map((column) => String(totals[column]))];
  if (drops.length > 0) {
    yield [];
    yield ['step', 'entered', 'dropped'].map((column) => title(scope, column));
    for (const { nodeId, entered, dropped } of drops) yield [nameOf(drawing, nodeId), String(entered), String(dropped)];
  }
  if (questions.length > 0) {
    yield [];
    yield ['question', 'entered', 'attempts'].map((column) => title(scope, column));
    for (const { nodeId, entered, attempts } of questions)
      yield [nameOf(drawing, nodeId), String(entered), String(attempts)];
  }
  if (starts.length > 0) {
    yield [];
    yield ['origin', 'started'].map((column) => title(scope, column));
    for (const { origin, count } of starts) yield [originOf(scope, origin), String(count)];
  }
}
