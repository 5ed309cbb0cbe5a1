/** One figure: what was measured, the value it is compared with, and its goal. */
export interface Row {
  what: string;
  figure: string;
  /** The comparison value, measured in the same run. */
  limit?: string;
  ratio?: number;
  goal?: string;
  met?: boolean;
  p50?: number;
  p99?: number;
  memory?: string;
  /** The machine's load averages over one, five and fifteen minutes. */
  load?: string;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
export const kb = (bytes: number): string => `${Math.round(bytes / 1024)} kB`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

const cells = ({ what, figure, limit, ratio, goal, met, p50, p99, memory, load }: Row): string[] => [
  what,
  figure,
  limit ?? '',
  ratio === undefined ? '' : ratio.toFixed(2),
  goal === undefined ? '' : `${goal} ${met ? '✓' : '✗'}`,
  p50 === undefined ? '' : ms(p50),
  p99 === undefined ? '' : ms(p99),
  memory ?? '',
  load ?? '',
];

export const print = (rows: readonly Row[]): void => {
  const lines = [['measured', 'figure', 'limit', 'ratio', 'goal', 'p50', 'p99', 'memory', 'load'], ...rows.map(cells)];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
