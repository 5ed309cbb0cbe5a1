import { parentPort, workerData } from 'node:worker_threads';
import { readCsv } from './read-csv.ts';
import { readXls, readXlsx } from './read-workbook.ts';
import type { SheetFault, SheetKind } from './sheet.ts';

const { bytes, kind, dates, maxRows } = workerData as {
  bytes: Uint8Array;
  kind: SheetKind;
  dates: string;
  maxRows: number;
};
const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

try {
  const sheet =
    kind === 'csv'
      ? readCsv(bytes, maxRows)
      : kind === 'xlsx'
        ? await readXlsx(buffer, dates, maxRows)
        : readXls(buffer, dates, maxRows);
  parentPort?.postMessage({ sheet });
} catch (error) {
  const fault: SheetFault = (error as { sheetFault?: SheetFault }).sheetFault ?? 'ERR_SPREADSHEET_INVALID';
  parentPort?.postMessage({ fault });
}
