import { Worker } from 'node:worker_threads';
import { AppError, type Scope, type Upload } from '@balcao/sdk/server';
import { spreadsheetTypes } from '../../contract.ts';
import { WorkQueue } from './work-queue.ts';
import type { Sheet, SheetFault, SheetKind } from './sheet.ts';

export const maxBytes = 20 * 1024 * 1024;
const maxMemory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

interface Limits {
  maxRows: number;
  maxSeconds: number;
}

const kindOf = ({ mime, name }: Upload): SheetKind => {
  if (mime === spreadsheetTypes[1]) return 'xls';
  if (mime === spreadsheetTypes[2]) return 'xlsx';
  if (/\.csv$/i.test(name)) return 'csv';
  throw new AppError(415, 'ERR_FILE_TYPE');
};

const refused = (fault: SheetFault): AppError => new AppError(400, fault, { fields: { file: fault } });

const queue = new WorkQueue();

/**
 * Reads the first sheet’s rows in a worker thread with limits of time and memory, so that no other request waits for
 * it. Spreadsheet programs write a plain date in the computer’s order; here it is written as `dates` demands:
 * `dd/mm/yyyy`.
 */
export const readSheet = async (
  upload: Upload,
  dates: string,
  { company, signal }: Pick<Scope, 'company' | 'signal'>,
  limits: Limits,
): Promise<Sheet> => {
  const kind = kindOf(upload);
  return queue.run(company.id, signal, async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of upload.stream()) chunks.push(chunk as Buffer);
    return parsed(new Uint8Array(Buffer.concat(chunks)), kind, dates, signal, limits);
  });
};

const parsed = (
  bytes: Uint8Array,
  kind: SheetKind,
  dates: string,
  signal: AbortSignal,
  { maxRows, maxSeconds }: Limits,
): Promise<Sheet> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { bytes, kind, dates, maxRows },
      transferList: [bytes.buffer as ArrayBuffer],
      resourceLimits: maxMemory,
      // Code that reads an untrusted file gets no environment variables.
      env: {},
      execArgv: [],
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      settle();
    };
    const tooMuch = (): void => end(() => reject(refused('ERR_SPREADSHEET_TOO_LARGE')));
    const abort = (): void => end(() => reject(new AppError(400, 'ERR_SPREADSHEET_INVALID')));
    const timer = setTimeout(tooMuch, maxSeconds * 1000);
    signal.addEventListener('abort', abort);
    worker.once('message', ({ sheet, fault }: { sheet?: Sheet; fault?: SheetFault }) =>
      end(() => (sheet ? resolve(sheet) : reject(refused(fault ?? 'ERR_SPREADSHEET_INVALID')))),
    );
    // Out of memory, or a defect of the library that the file triggered.
    worker.once('error', tooMuch);
    worker.once('exit', tooMuch);
  });
